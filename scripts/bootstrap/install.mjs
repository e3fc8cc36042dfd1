import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { cacheFolder, noInstallIn } from './folders.mjs';
import { installFailure, machinePackages, proxyOf } from './machine.mjs';
import { MEGABYTES, needsTools, npmArguments } from './packages.mjs';
import { run } from './run.mjs';

/**
 * Installs the packages of the lock file that a command needs, unless they are installed for this machine. Installed
 * test packages stay.
 * @param {string} root
 * @param {import('./machine.mjs').Machine} machine
 * @param {string} command
 * @returns {Promise<string | undefined>} why they could not be installed; undefined when they are
 */
export async function installPackages(root, machine, command) {
  const modules = join(root, 'node_modules');
  const installed = join(modules, '.package-lock.json');
  const lock = join(root, 'package-lock.json');
  /** @param {string[]} paths */
  const missing = (paths) => paths.filter((path) => !existsSync(join(modules, path)));
  const complete = missing(machinePackages(machine)).length === 0;
  const fresh = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = Object.keys(devDependencies);
  const absent = missing(names).length;
  const wanted = needsTools(command) && absent > 0;
  if (fresh && complete && !wanted) return undefined;
  const current = fresh && complete;
  const tools = wanted || absent === 0;
  const megabytes = (current ? 0 : MEGABYTES.shop) + (tools ? MEGABYTES.tools : 0);
  const fault = noInstallIn(root, Math.round(megabytes * 1.3));
  if (fault) return fault;

  if (fresh && !complete)
    console.log('The installed packages are incomplete, or of another system.');
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const which = current ? 'packages of tests and checks' : 'packages of package-lock.json';
  console.log(`Installing the ${which} (once; about ${megabytes} MB on disk) …`);
  const beat = setInterval(() => console.log(`  still installing, ${seconds()} s`), 10_000);
  const { program, before, shell } = npmCommand();
  const args = [...before, ...npmArguments({ current, tools })];
  const { code, signal, error, output } = await run(program, args, {
    cwd: root,
    shell,
    stdio: ['inherit', 'inherit', 'pipe'],
  });
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

/** npm runs the scripts of package.json and names itself. So do other package managers. */
function npmCommand() {
  const beside = join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js');
  const candidates = [process.env.npm_execpath ?? '', beside];
  const script = candidates.find((path) => basename(path) === 'npm-cli.js' && existsSync(path));
  return script
    ? { program: process.execPath, before: [script], shell: false }
    : { program: 'npm', before: [], shell: process.platform === 'win32' };
}
