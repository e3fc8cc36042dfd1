import { spawnSync } from 'node:child_process';

/** The user for PostgreSQL if root starts the shop: 'nobody' on every Linux. */
const NOBODY = { uid: 65534, gid: 65534 };

/**
 * Returns how to start a PostgreSQL program, which refuses to run as root. Under root it runs as nobody, but keeps the
 * capability to pass through folders that are closed to others, such as a checkout in root's home or a `mktemp -d` folder.
 * @returns the words of the command, before its arguments, and the user that must own the data.
 * @throws Error with a message for the merchant if root lacks `setpriv` (util-linux).
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
      // PostgreSQL finds its own programs with access(2), which otherwise ignores the capabilities.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=${rights}`,
      `--ambient-caps=${rights}`,
      program,
    ],
    user: NOBODY,
  };
}
