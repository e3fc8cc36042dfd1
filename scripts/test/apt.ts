import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Quiet, and with short timeouts for machines without a network. */
const OPTIONS = ['-qq', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=1'];
/** Milliseconds that a question waits for its answer. */
const PATIENCE = 60_000;

/** What decides whether packages may be installed on the machine. */
interface Circumstances {
  root: boolean;
  ci: boolean;
  /** Whether somebody can answer a question. */
  terminal: boolean;
}

/** Root and CI install packages. Anybody else is asked, or finds the command in the message. */
export function permission({ root, ci, terminal }: Circumstances): 'install' | 'ask' | 'refuse' {
  if (root || ci) return 'install';
  return terminal ? 'ask' : 'refuse';
}

/** What this process may do. */
export const ownPermission = () =>
  permission({
    root: isRoot(),
    ci: Boolean(process.env.CI),
    terminal: Boolean(process.stdin.isTTY && process.stdout.isTTY),
  });

/** Whether this machine has Debian's packages. */
export const hasApt = () => existsSync('/usr/bin/apt-get');

/** The command that installs Debian packages, for a message. */
export const aptCommand = (...packages: string[]) =>
  `${isRoot() ? '' : 'sudo '}apt-get install ${packages.join(' ')}`;

/**
 * Installs Debian packages as root or in CI, and after asking on a terminal.
 * @returns false if the packages could not or may not be installed.
 */
export function installPackages(...packages: string[]): boolean {
  if (!hasApt()) return false;
  const granted = ownPermission();
  if (granted === 'refuse') return false;
  if (granted === 'ask' && !agrees(`Run '${aptCommand(...packages)}'?`)) return false;
  // Only somebody at a terminal can type a password.
  const admin = isRoot() ? [] : granted === 'ask' ? ['sudo'] : ['sudo', '-n'];
  const apt = (...args: string[]) => {
    const [program = '', ...rest] = [...admin, 'apt-get', ...OPTIONS, ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(program, rest, { stdio: 'inherit', env }).status === 0;
  };
  return apt('update') && apt('install', '-y', '--no-install-recommends', ...packages);
}

const isRoot = () => process.getuid?.() === 0;

/** Asks on the terminal. No answer within a minute is a no. */
function agrees(question: string): boolean {
  process.stdout.write(`${question} (y/N) `);
  const { stdout } = spawnSync('sh', ['-c', 'read -r answer && printf %s "$answer"'], {
    stdio: ['inherit', 'pipe', 'ignore'],
    timeout: PATIENCE,
    encoding: 'utf8',
  });
  const yes = /^y(es)?$/i.test(stdout.trim());
  if (!stdout) process.stdout.write('\n');
  return yes;
}
