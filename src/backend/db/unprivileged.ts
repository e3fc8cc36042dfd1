import { spawnSync } from 'node:child_process';

/** The user that PostgreSQL runs as when the shop was started by root: 'nobody' on every Linux. */
const NOBODY = { uid: 65534, gid: 65534 };

/**
 * How to start a PostgreSQL program: it refuses to run as root. Under root it runs as nobody, but keeps the
 * one right to pass through folders that are closed to others, since a checkout in root's home or in a
 * `mktemp -d` folder is.
 * @returns the command's words to put before the arguments, and the user that must own the data.
 * @throws Error with a sentence to show, when root lacks `setpriv` (util-linux).
 */
export function unprivileged(program: string): {
  command: string[];
  user?: { uid: number; gid: number };
} {
  if (process.getuid?.() !== 0) return { command: [program] };
  if (spawnSync('setpriv', ['--version']).error) {
    throw new Error(
      'PostgreSQL does not run as root, and setpriv (package util-linux) is missing. Install it, start the shop as another user, or set DATABASE_URL.',
    );
  }
  const rights = '+dac_override,+dac_read_search';
  return {
    command: [
      'setpriv',
      `--reuid=${NOBODY.uid}`,
      `--regid=${NOBODY.gid}`,
      '--clear-groups',
      // access(2), by which PostgreSQL looks for its own programs, else ignores that right.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=${rights}`,
      `--ambient-caps=${rights}`,
      program,
    ],
    user: NOBODY,
  };
}
