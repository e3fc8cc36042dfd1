import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { unprivileged } from './unprivileged.ts';

const root = process.getuid?.() === 0;

function run(program: string, ...args: string[]) {
  const [command = program, ...before] = unprivileged(program).command;
  return spawnSync(command, [...before, ...args], { encoding: 'utf8' });
}

test('under root a program runs as nobody, else as who started it', () => {
  expect(run('id', '-u').stdout.trim()).toBe(root ? '65534' : String(process.getuid?.()));
});

test('it finds its files in a folder that is closed to others, as a clone in mktemp -d is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turare-closed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'program');
  await writeFile(file, '', { mode: 0o700 });
  // By access(2), as PostgreSQL looks, and by opening it.
  expect(run('test', '-x', file).status).toBe(0);
  expect(run('cat', file).status).toBe(0);
});
