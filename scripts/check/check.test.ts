import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '#process/root.ts';
import { changedFiles, treeTests } from './changed.ts';
import { lastSeconds } from './estimate.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turare-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('changed files are committed here, edited or new; not deleted, ignored or on the remote', () => {
  const [remote, folder] = [newFolder(), newFolder()];
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args], {
      cwd: folder,
      stdio: 'pipe',
    });
  const write = (...names: string[]) => {
    for (const name of names) writeFileSync(join(folder, name), String(Math.random()));
  };
  execFileSync('git', ['init', '-q', '--bare', remote]);
  git('init', '-q', '-b', 'main');
  write('there', 'edited', 'deleted', '.gitignore');
  writeFileSync(join(folder, '.gitignore'), 'ignored');
  git('add', '.');
  git('commit', '-qm', 'first');
  git('remote', 'add', 'origin', remote);
  write('edited');
  expect(changedFiles(folder)).toEqual(['edited']);
  git('push', '-qu', 'origin', 'main');
  write('committed', 'ignored');
  git('add', 'committed');
  git('commit', '-qm', 'second');
  write('new');
  rmSync(join(folder, 'deleted'));
  expect(changedFiles(folder)).toEqual(['committed', 'edited', 'new']);
});

test('the tests that read the tree run whatever has changed', () => {
  const tests = treeTests(root);
  for (const file of ['references/references', 'english/english', 'spec-strings/spec-strings']) {
    expect(tests).toContain(`tests/${file}.test.ts`);
  }
  expect(tests).toContain('src/publisher/site-settings.test.ts');
  expect(tests).not.toContain('src/domain/orders/cart.test.ts');
});

test('the estimate is that of the last green check of the same kind', () => {
  const folder = newFolder();
  expect(lastSeconds(false, folder).words).toBe('This takes about 120 s, on two idle cores.');
  lastSeconds(true, folder).keep();
  expect(lastSeconds(true, folder).words).toMatch(/^This takes about \d+ s, as last time\.$/);
  expect(lastSeconds(false, folder).words).toContain('on two idle cores');
});
