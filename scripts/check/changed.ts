import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the files that differ from the last commit on the remote, without deleted ones: committed here, changed or
 * new. Without a remote branch, those that differ from the last commit.
 */
export function changedFiles(folder: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).split('\n');
  const since = ['@{upstream}', 'origin/HEAD', 'HEAD'].flatMap((ref) => {
    try {
      return git('merge-base', 'HEAD', ref)[0] || [];
    } catch {
      return [];
    }
  });
  const files = [
    ...git('diff', '--name-only', '--relative', '--diff-filter=d', since[0] ?? 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(files.filter(Boolean))].toSorted();
}

/** Functions that read many files. The imports of a test that calls one do not tell what it depends on. */
const READS_TREE = /\b((glob|globSync|filesBelow|readProse)\(|readdir(Sync)?\([^)]*\brecursive)/;

/** Returns the unit tests that read the tree, which a change of any file may fail. */
export const treeTests = (folder: string): string[] =>
  globSync(['{src,scripts}/**/*.test.ts', 'tests/{english,references,spec-strings}/*.test.ts'], {
    cwd: folder,
  }).filter((file) => READS_TREE.test(readFileSync(join(folder, file), 'utf8')));
