import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Quiet, and soon done where there is no network. */
const OPTIONS = ['-qq', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=1'];

/** Installs Debian's packages where apt may be used without a question; false where it may not, or they cannot be had. */
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
