// The entry of every npm script. It runs on the machine's own Node (plain JavaScript), installs the packages of the
// lock file if needed, and starts the command on the Node that the lock file pins. A machine that cannot run the
// command gets one sentence that says why and what to do.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { homeSettings, noDataIn } from './bootstrap/folders.mjs';
import { installPackages } from './bootstrap/install.mjs';
import { loopbackSettings, nodePackage, refusal } from './bootstrap/machine.mjs';
import { run } from './bootstrap/run.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Ends with a sentence, if there is one. @param {string | undefined} sentence */
function endWith(sentence) {
  if (!sentence) return;
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Whether the C library is musl. Only Node on glibc reports a version of it. */
function isMusl() {
  if (process.platform !== 'linux' || !process.report) return false;
  const report = /** @type {{ header: object }} */ (process.report.getReport());
  return !('glibcVersionRuntime' in report.header);
}

const [command = '', ...args] = process.argv.slice(2);
const machine = {
  platform: process.platform,
  arch: process.arch,
  musl: isMusl(),
  node: process.versions.node,
  ownDatabase: Boolean(process.env.DATABASE_URL),
  ownApi: Boolean(process.env.API_URL),
};
endWith(refusal(machine, command));
const program = join(root, 'scripts', command, 'main.ts');
if (!command || !existsSync(program))
  endWith(`There is no command ${command}; npm run lists them.`);
if (['start', 'dev', 'api'].includes(command)) {
  const folder = resolve(root, process.env.DATA_DIR || '.data');
  endWith(noDataIn(folder, 'set DATA_DIR to a folder elsewhere'));
}
if (command.startsWith('test')) endWith(noDataIn(root, 'clone it elsewhere'));

process.env.TURARE_COMMAND_BEGAN = process.env.TURARE_COMMAND_BEGAN || String(Date.now());
Object.assign(process.env, loopbackSettings(process.env), homeSettings(root));
endWith(await installPackages(root, machine, command));

const pinned = nodePackage(machine);
const node = pinned ? join(root, 'node_modules', pinned) : process.execPath;
const once = new URL('bootstrap/resolve-once.mjs', import.meta.url).href;
const { code, error } = await run(node, ['--import', once, program, ...args], { cwd: root });
endWith(
  error &&
    `${node} cannot be started (${error.code}). If it exists, its disk may forbid programs (mount option noexec); otherwise delete node_modules and run the command again.`,
);
process.exit(code);
