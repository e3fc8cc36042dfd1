import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '#process/root.ts';
import { npmArguments } from '#scripts/bootstrap/packages.mjs';
import { DEPLOYMENT } from '../hosting/deployment.ts';
import { MACHINES } from './base.ts';

/** npm that runs these tests, or the one beside its Node. */
const NPM = process.env.npm_execpath ?? 'npm';

/** The programs of this checkout without packages, as a folder that goes away. */
export async function programsFolder(): Promise<AsyncDisposable & { path: string }> {
  await mkdir(MACHINES, { recursive: true });
  const path = await mkdtemp(join(MACHINES, 'release-'));
  const list = await readFile(join(DEPLOYMENT, 'Dockerfile.dockerignore'), 'utf8');
  const names = list.split('\n').filter((line) => line.startsWith('!'));
  for (const name of [...names.map((line) => line.slice(1)), 'README.md']) {
    await cp(join(root, name), join(path, name), { recursive: true });
  }
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

/** Runs npm. */
async function npm(words: readonly string[], cwd: string): Promise<void> {
  const program = basename(NPM) === 'npm-cli.js' ? [process.execPath, NPM] : [NPM];
  const [command = '', ...first] = program;
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const env = { ...process.env, PATH };
  await promisify(execFile)(command, [...first, ...words], { cwd, env, maxBuffer: 1e8 });
}

/** Puts a package into npm's cache. */
export const fillCache = (name: string): Promise<void> => npm(['cache', 'add', name], root);

/** The same with the packages that a release has. */
export async function releaseFolder(): Promise<AsyncDisposable & { path: string }> {
  const folder = await programsFolder();
  await npm([...npmArguments({ current: false, tools: false }), '--prefer-offline'], folder.path);
  if (!existsSync(join(folder.path, 'node_modules/.bin/node'))) {
    throw new Error('npm has installed no Node for the release.');
  }
  return folder;
}
