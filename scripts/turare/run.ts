import { task } from '#scripts/command-line.ts';

/** turare run */
export const run = task({
  words: '<command> [<word>]…',
  takes: 'a command of the shop, and its arguments',
  help: "runs a command of the shop with this machine's settings: turare run orders list",
  does:
    ({ words }) =>
    async () => {
      const { readMachine } = await import('#machine/place.ts');
      const { runProgram } = await import('#machine/run-program.ts');
      return runProgram(readMachine(), words);
    },
});
