import { task } from '#scripts/command-line.ts';

/** turare serve */
export const serve = task({
  help: 'what the image runs: the whole shop in one container',
  does: () => async () => {
    const { runContainer } = await import('#machine/container/main.ts');
    return runContainer();
  },
});
