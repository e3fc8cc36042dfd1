// The entry of every npm script. It runs on the machine's own Node (20 or newer, plain JavaScript), installs the packages
// of the lock file if needed, and starts the command on the Node that the lock file pins.
import { spawn } from 'node:child_process';
import { existsSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const installed = join(root, 'node_modules/.package-lock.json');
const lock = join(root, 'package-lock.json');

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Runs a program until it ends, and forwards signals to it. */
function run(program, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options });
    // The terminal sends Ctrl-C to the whole group. This process only has to outlive the child.
    const stay = () => {};
    const forward = (signal) => child.kill(signal);
    process.on('SIGINT', stay);
    process.on('SIGTERM', forward);
    process.on('SIGHUP', forward);
    child.on('error', (error) => done({ error }));
    child.on('exit', (code, signal) => {
      process.off('SIGINT', stay);
      process.off('SIGTERM', forward);
      process.off('SIGHUP', forward);
      done({ code: code ?? 1, signal });
    });
  });
}

async function installPackages() {
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  console.log('Installing the packages of package-lock.json (once; about 400 MB on disk) …');
  const beat = setInterval(() => console.log(`  still installing, ${seconds()} s`), 10_000);
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = npm
    ? await run(process.execPath, [npm, ...args])
    : await run('npm', args, { shell: process.platform === 'win32' });
  clearInterval(beat);
  if (result.error) fail('npm was not found. Install Node 20 or newer, which brings it.');
  if (result.signal === 'SIGINT') process.exit(130);
  if (result.code !== 0) {
    fail(
      'npm ci failed; its output is above. Check the network connection, then run the command again.',
    );
  }
  const now = new Date();
  utimesSync(installed, now, now);
  console.log(`Packages installed in ${seconds()} s.`);
}

const [command, ...args] = process.argv.slice(2);
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 20)
  fail(`Node ${process.versions.node} is too old. Install Node 20 or newer: https://nodejs.org`);
const program = join(root, 'scripts', command ?? '', 'main.ts');
if (!command || !existsSync(program)) fail(`There is no command ${command}; npm run lists them.`);

process.env.TURARE_COMMAND_BEGAN ??= String(Date.now());
await installPackages();
const pinned = join(root, 'node_modules/.bin/node');
const node = existsSync(pinned) ? pinned : process.execPath;
if (node === process.execPath && major < 24) {
  fail(
    `Node ${process.versions.node} is too old on this system. Install Node 24: https://nodejs.org`,
  );
}
const result = await run(node, [program, ...args]);
process.exit(result.code ?? 1);
