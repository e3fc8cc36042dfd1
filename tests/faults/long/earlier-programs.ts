import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '#process/root.ts';
import { npmArguments } from '#scripts/bootstrap/packages.mjs';

const run = promisify(execFile);

/** The programs of a commit, in a separate folder. */
export interface EarlierPrograms {
  folder: string;
  remove(): Promise<void>;
}

/** Whether this clone has a commit. A shallow one lacks most. */
export const hasCommit = (commit: string): Promise<boolean> =>
  run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).then(
    () => true,
    () => false,
  );

/** Unpacks the programs of a commit. They get our packages if those include theirs, and otherwise their own. */
export async function earlierPrograms(commit: string): Promise<EarlierPrograms> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-earlier-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const tar = join(folder, 'commit.tar');
    await run('git', ['archive', '--format=tar', `--output=${tar}`, commit], { cwd: root });
    await run('tar', ['--extract', '--file', tar, '--directory', folder]);
    if (await areAmongOurs(folder)) {
      await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    } else {
      const args = npmArguments({ current: false, tools: false });
      await run('npm', [...args, '--prefer-offline'], { cwd: folder, maxBuffer: 1e8 });
    }
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Unpacks the programs of the last commit as a version with one more table. */
export async function laterPrograms(): Promise<EarlierPrograms> {
  const programs = await earlierPrograms('HEAD');
  const migrations = join(programs.folder, 'src/backend/db/migrations');
  const path = join(migrations, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8'));
  const last = journal.entries.at(-1);
  const tag = `${String(last.idx + 1).padStart(4, '0')}_later`;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  await writeFile(path, JSON.stringify(journal));
  await writeFile(join(migrations, `${tag}.sql`), 'CREATE TABLE later (id text PRIMARY KEY);');
  return programs;
}

/** Whether our packages include each package that programs need, in the same version. */
async function areAmongOurs(folder: string): Promise<boolean> {
  const [theirs, ours] = await Promise.all([packagesOf(folder), packagesOf(root)]);
  return [...theirs].every(([path, version]) => ours.get(path) === version);
}

/** Returns the versions of a checkout's packages, by path, without those for development. */
async function packagesOf(folder: string): Promise<Map<string, string>> {
  const { packages } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; dev?: boolean }>;
  };
  const needed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  return new Map(needed.map(([path, { version }]) => [path, version]));
}
