import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Quiet, and with short timeouts for machines without a network. */
const OPTIONS = ['-qq', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=1'];

const isRoot = () => process.getuid?.() === 0;

export const hasApt = () => existsSync('/usr/bin/apt-get');

/** Whether this process installs Debian's packages: root and CI do. Other users get the command in a message. */
export const mayInstall = () => hasApt() && (isRoot() || Boolean(process.env.CI));

/** Returns the command that installs Debian packages, for a message. */
export const aptCommand = (...packages: string[]) =>
  `${isRoot() ? '' : 'sudo '}apt-get install ${packages.join(' ')}`;

/** Installs Debian packages. @returns false if the packages could not or may not be installed. */
export function installPackages(...packages: string[]): boolean {
  if (!mayInstall()) return false;
  const apt = (...args: string[]) => {
    const [program = '', ...rest] = [
      ...(isRoot() ? [] : ['sudo', '-n']),
      ...['apt-get', ...OPTIONS, ...args],
    ];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(program, rest, { stdio: 'inherit', env }).status === 0;
  };
  return apt('update') && apt('install', '-y', '--no-install-recommends', ...packages);
}
