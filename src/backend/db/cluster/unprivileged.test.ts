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

test('a program runs as nobody under root, otherwise as the current user', () => {
  expect(run('id', '-u').stdout.trim()).toBe(root ? '65534' : String(process.getuid?.()));
});

test('it reads its files in a folder that is closed to others, such as one from mktemp -d', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turare-closed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'program');
  await writeFile(file, '', { mode: 0o700 });
  // With access(2), as PostgreSQL does, and by opening it.
  expect(run('test', '-x', file).status).toBe(0);
  expect(run('cat', file).status).toBe(0);
});
