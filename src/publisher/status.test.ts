import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { foldersOf } from '#publisher/release/folders.ts';
import { readStatus } from './status.ts';

const PROCESSES = 3;
const CHANGES = 40;

/** Adds its own signatures to the status, one change after the other. */
const WRITER = `
import { changeStatus } from ${JSON.stringify(import.meta.resolve('./status.ts'))};
import { foldersOf } from ${JSON.stringify(import.meta.resolve('./release/folders.ts'))};
const [folder, name] = process.argv.slice(1);
for (let n = 0; n < ${CHANGES}; n++) {
  await changeStatus(foldersOf(folder), ({ taken }) => ({ taken: [...taken, [name + n, n]] }));
}
`;

test('no change of the status is lost when several processes make them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turare-status-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const writers = Array.from({ length: PROCESSES }, (_, index) =>
    spawn(process.execPath, ['--input-type=module', '-e', WRITER, folder, `writer-${index}-`], {
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  );
  const codes = await Promise.all(writers.map(async (child) => (await once(child, 'exit'))[0]));
  expect(codes).toEqual(writers.map(() => 0));
  expect((await readStatus(foldersOf(folder))).taken).toHaveLength(PROCESSES * CHANGES);
});
