import { task } from '#scripts/command-line.ts';

/** turare doctor */
export const doctor = task({
  options: { 'no-mail': { help: 'sends no message to MERCHANT_EMAIL' } },
  help: 'checks everything that a shop needs, also from outside, and says how to fix what is wrong. Exits with 1 if something is',
  does:
    ({ options: { 'no-mail': noMail } }) =>
    async () => {
      const { become, ownerOf } = await import('#machine/as-user.ts');
      const { describeFindings } = await import('#machine/checks/describe.ts');
      const { examine } = await import('#machine/doctor/doctor.ts');
      const { machineEnvironment, readMachine } = await import('#machine/place.ts');
      const machine = readMachine();
      // The file may be root's by mistake.
      const env = machineEnvironment(machine);
      become(await ownerOf(machine));
      const { lines, code } = describeFindings(await examine(machine, { sendMail: !noMail, env }));
      console.log(lines.join('\n'));
      return code;
    },
});
