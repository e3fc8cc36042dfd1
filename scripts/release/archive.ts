import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { archiveName, RELEASE_KEY, topFolder } from '#machine/release/names.ts';
import { root } from '#process/root.ts';
import { npmArguments } from '#scripts/bootstrap/packages.mjs';

const execute = promisify(execFile);

/** The list of files that the image needs, on lines that begin with '!'. A release also has those for people. */
const IMAGE_LIST = 'src/server/deployment/Dockerfile.dockerignore';
const TO_READ = ['README.md', '.github/CHANGELOG.md', '.github/SECURITY.md'];
/** The public key of the releases in the repository. */
export const KEY_IN_REPOSITORY = `.github/${RELEASE_KEY}`;

export interface Archive {
  file: string;
  version: string;
  /** Bytes of the archive, of its contents, and of the packages alone. */
  packed: number;
  unpacked: number;
  packages: number;
}

/**
 * Makes the archive of the checked out version for this system, with its packages. The same commit gives the same
 * archive: names are sorted, and owner and times are fixed.
 * @param into - the folder that gets it.
 * @throws Error with a sentence, when something is not committed or a program fails.
 */
export async function makeArchive(into: string, say: (detail: string) => void): Promise<Archive> {
  await expectCommitted();
  const work = await mkdtemp(join(tmpdir(), 'turare-release-'));
  try {
    const { version } = JSON.parse(await git('show', 'HEAD:package.json')) as { version: string };
    const folder = join(work, topFolder(version));
    await fillRelease(folder, 'HEAD', say);
    await mkdir(into, { recursive: true });
    const file = join(into, archiveName(version));
    say('the archive');
    const draft = join(work, 'archive');
    await pack(work, topFolder(version), draft, (await git('log', '-1', '--format=%ct')).trim());
    // The archives' folder may be on another disk.
    await cp(draft, `${file}.part`);
    await rename(`${file}.part`, file);
    const { size: packed } = await stat(file);
    const packages = await sizeOf(join(folder, 'node_modules'));
    return { file, version, packed, packages, unpacked: await sizeOf(folder) };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Makes the folder of a release from a commit: its programs, with their packages for this system. */
export async function fillRelease(
  folder: string,
  commit: string,
  say: (detail: string) => void,
): Promise<void> {
  await mkdir(folder);
  say('the programs');
  await copyFrom(commit, folder);
  say('their packages');
  await run('npm', npmArguments({ current: false, tools: false }), folder);
}

async function expectCommitted(): Promise<void> {
  const changes = (await git('status', '--porcelain')).trim();
  if (changes) {
    const [first = ''] = changes.split('\n');
    throw new Error(`A release is made of a commit. Commit what is changed first: ${first.trim()}`);
  }
}

async function copyFrom(commit: string, folder: string): Promise<void> {
  const list = await readFile(join(root, IMAGE_LIST), 'utf8');
  const wanted = list
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const tracked = (
    await git('ls-tree', '-r', '--name-only', commit, '--', KEY_IN_REPOSITORY)
  ).trim();
  const paths = [...wanted, ...TO_READ, ...(tracked ? [KEY_IN_REPOSITORY] : [])];
  const tar = join(folder, '..', 'committed.tar');
  await git('archive', '--format=tar', `--output=${tar}`, commit, '--', ...paths);
  await run('tar', ['--extract', '--file', tar, '--directory', folder]);
  await rm(tar);
  if (tracked) await rename(join(folder, KEY_IN_REPOSITORY), join(folder, RELEASE_KEY));
}

const pack = (work: string, top: string, file: string, seconds: string) =>
  run('tar', [
    '--create',
    '--format=gnu',
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rwX,go+rX,go-w',
    `--mtime=@${seconds}`,
    // Without the name and time of the packed file.
    '--use-compress-program=gzip -n',
    `--directory=${work}`,
    `--file=${file}`,
    top,
  ]);

const git = async (...args: string[]): Promise<string> =>
  (await run('git', ['-C', root, ...args])).stdout;

/** Runs a program. @throws Error with the program's own words. */
async function run(program: string, args: string[], cwd = root): Promise<{ stdout: string }> {
  return execute(program, args, { cwd, maxBuffer: 1e8 }).catch(
    (cause: Error & { stderr?: string }) => {
      throw new Error(`${program} failed: ${cause.stderr?.trim() || cause.message}`, { cause });
    },
  );
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
