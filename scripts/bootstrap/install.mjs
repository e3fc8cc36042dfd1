import { existsSync, statSync, utimesSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { cacheFolder, noInstallIn } from './folders.mjs';
import { installFailure, machinePackages, proxyOf } from './machine.mjs';
import { run } from './run.mjs';

/**
 * Installs the packages of the lock file, unless they are installed for this machine.
 * @param {string} root
 * @param {import('./machine.mjs').Machine} machine
 * @returns {Promise<string | undefined>} why they are not; undefined when they are
 */
export async function installPackages(root, machine) {
  const installed = join(root, 'node_modules/.package-lock.json');
  const lock = join(root, 'package-lock.json');
  const present = machinePackages(machine).every((path) =>
    existsSync(join(root, 'node_modules', path)),
  );
  const current = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
  if (current && present) return undefined;
  const fault = noInstallIn(root);
  if (fault) return fault;

  if (current) console.log('The installed packages are incomplete, or of another system.');
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  console.log('Installing the packages of package-lock.json (once; about 400 MB on disk) …');
  const beat = setInterval(() => console.log(`  still installing, ${seconds()} s`), 10_000);
  const { program, before, shell } = npmCommand();
  const { code, signal, error, output } = await run(
    program,
    [
      ...before,
      'ci',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    { cwd: root, shell, stdio: ['inherit', 'inherit', 'pipe'] },
  );
  clearInterval(beat);
  if (error)
    return `npm cannot be started (${error.message}). Install Node, which brings it: https://nodejs.org`;
  if (signal === 'SIGINT') process.exit(130);
  if (code !== 0) {
    const cache = cacheFolder(homedir());
    return installFailure({ output, root, cache, proxy: proxyOf(process.env) });
  }
  const now = new Date();
  utimesSync(installed, now, now);
  console.log(`Packages installed in ${seconds()} s.`);
  return undefined;
}

/** npm runs the scripts of package.json and names itself. Other package managers name themselves, too. */
function npmCommand() {
  const beside = join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js');
  const candidates = [process.env.npm_execpath ?? '', beside];
  const script = candidates.find((path) => basename(path) === 'npm-cli.js' && existsSync(path));
  return script
    ? { program: process.execPath, before: [script], shell: false }
    : { program: 'npm', before: [], shell: process.platform === 'win32' };
}
