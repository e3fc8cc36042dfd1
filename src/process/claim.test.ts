import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { claimFolder } from './claim.ts';

/** Claims a folder at a line on its input, says how it went, and keeps the claim until it is killed. */
const STARTER = `
import { claimFolder } from ${JSON.stringify(import.meta.resolve('./claim.ts'))};
process.stdout.write('waiting\\n');
process.stdin.once('data', async () => {
  process.stdout.write(await claimFolder(process.argv[1]).then(() => 'won\\n', (error) => error.message + '\\n'));
});
`;

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-claim-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A process that is ready to claim the folder. */
async function makeStarter(folder: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', STARTER, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => kill(child));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    child,
    async claim(): Promise<string> {
      child.stdin.write('go\n');
      return String((await lines.next()).value);
    },
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

test('one of many starters takes over the folder of a killed process', async () => {
  const folder = await makeFolder();
  for (let round = 0; round < 2; round++) {
    const starters = await Promise.all(Array.from({ length: 6 }, () => makeStarter(folder)));
    const answers = await Promise.all(starters.map((starter) => starter.claim()));
    expect(answers.filter((answer) => answer === 'won')).toHaveLength(1);
    await Promise.all(starters.map(({ child }) => kill(child)));
  }
});

test('a claim names its process, and ends when it is released', async () => {
  const folder = await makeFolder();
  const release = await claimFolder(folder);
  const starter = await makeStarter(folder);
  expect(await starter.claim()).toMatch(`in use by another shop (process ${process.pid})`);
  await release();
  await (await claimFolder(folder))();
});

test('a file that a killed process left is no claim, even if another process has its id', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'in-use-by'), String(process.ppid));
  await (await claimFolder(folder))();
});
