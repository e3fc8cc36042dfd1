import { task } from '#scripts/command-line.ts';

/** turare status */
export const status = task({
  help: 'shows the state of the shop on one screen: parts, site, newest backup, disk, certificate, what waits. Exits with 1 if something is wrong',
  does: () => async () => {
    const { become, ownerOf } = await import('#machine/as-user.ts');
    const { describeFindings } = await import('#machine/checks/describe.ts');
    const { readMachine } = await import('#machine/place.ts');
    const { readShopStatus } = await import('#machine/status/status.ts');
    const machine = readMachine();
    become(await ownerOf(machine));
    const { version, address, findings } = await readShopStatus(machine);
    const { lines, code } = describeFindings(findings);
    console.log([`Turare ${version} at ${address}`, ...lines].join('\n'));
    return code;
  },
});
