import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Quiet, and with short timeouts for machines without a network. */
const OPTIONS = ['-qq', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=1'];

/** Installs Debian packages if apt works without a password. @returns false if the packages could not be installed. */
export function installPackages(...packages: string[]): boolean {
  const admin = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (!existsSync('/usr/bin/apt-get')) return false;
  if (admin.length > 0 && spawnSync('sudo', ['-n', 'true']).status !== 0) return false;
  const apt = (...args: string[]) => {
    const [program = '', ...rest] = [...admin, 'apt-get', ...OPTIONS, ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(program, rest, { stdio: 'inherit', env }).status === 0;
  };
  return apt('update') && apt('install', '-y', '--no-install-recommends', ...packages);
}
