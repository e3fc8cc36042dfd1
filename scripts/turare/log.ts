import { spawnSync } from 'node:child_process';
import { task } from '#scripts/command-line.ts';

/** The units of each part. */
const UNITS = {
  api: 'turare-api@*',
  publisher: 'turare-publisher',
  backup: 'turare-backup*',
  archive: 'turare-archive',
} as const;
const PARTS = Object.keys(UNITS).join(', ');

/** turare log */
export const log = task({
  words: '[<part>]',
  takes: `nothing, or one of ${PARTS}`,
  options: {
    follow: { help: 'keeps running, and shows new lines' },
    lines: { value: 'N', help: 'the number of lines, newest last; 100 by default' },
  },
  help: "shows the logs of the shop's parts",
  does: ({ words: [part], options: { follow, lines = '100' } }) => {
    if (part !== undefined && !(part in UNITS))
      throw new Error(`'${part}' is not a part: take one of ${PARTS}`);
    if (!/^[1-9]\d{0,5}$/.test(lines)) throw new Error(`'${lines}' is not a number of lines`);
    return async () => {
      const { readMachine } = await import('#machine/place.ts');
      if (readMachine().kind === 'container')
        throw new Error('A container logs where it was started: docker logs');
      const units = part === undefined ? Object.values(UNITS) : [UNITS[part as keyof typeof UNITS]];
      const wanted = [...units.map((unit) => `--unit=${unit}`), `--lines=${lines}`];
      const { status, error } = spawnSync(
        'journalctl',
        ['--no-pager', '--output=short-iso', ...wanted, ...(follow ? ['--follow'] : [])],
        { stdio: 'inherit' },
      );
      if (error) throw new Error('The journal of systemd cannot be read', { cause: error });
      return status ?? 1;
    };
  },
});
