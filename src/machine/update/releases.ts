import {
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { InstalledMachine } from '#machine/place.ts';
import { topFolder } from '#machine/release/names.ts';
import { run } from '#machine/run.ts';
import { hearProgram } from '#machine/run-program.ts';
import { WRITTEN_FOLDERS } from '#publisher/build/written-folders.ts';
import { compareVersions } from './version.ts';

/** Folders of versions that stay, the one in use included. */
const KEPT = 3;
/** The prefix of an update's working folders. No version has such a name. */
const WORK = '.update-';

/** The node of a release's own packages. */
const nodeOf = (release: string): string => join(release, 'node_modules/.bin/node');

export const folderOf = ({ releases }: InstalledMachine, version: string): string =>
  join(releases, version);

/** Runs a command of a version, with its words. @returns what it printed. @throws Error with what it said last, when it fails. */
export function runOfVersion(
  machine: InstalledMachine,
  version: string,
  command: readonly string[],
): Promise<string> {
  const folder = folderOf(machine, version);
  return hearProgram(machine, { folder, node: nodeOf(folder) }, command);
}

/** The version in use. @throws Error when there is none. */
export async function currentVersion({ current }: InstalledMachine): Promise<string> {
  const target = await readlink(current).catch((cause: unknown) => {
    throw new Error(`${current} leads to no release. scripts/install sets a machine up.`, {
      cause,
    });
  });
  return basename(target);
}

/** Makes a version the one in use, at once and whole. */
export async function switchTo({ current, releases }: InstalledMachine, version: string) {
  const link = `${current}.next`;
  await rm(link, { force: true });
  await symlink(join(releases, version), link);
  await rename(link, current);
}

/** A folder to work in, which goes with what an update before may have left of its own. */
export async function openWork({ releases }: InstalledMachine): Promise<string> {
  for (const name of await readdir(releases)) {
    if (name.startsWith(WORK)) await rm(join(releases, name), { recursive: true, force: true });
  }
  return mkdtemp(join(releases, WORK));
}

/**
 * Unpacks an archive into the folder of its version, which appears when all of it is there and its Node runs.
 * @param work - a folder on the same disk.
 */
export async function unpack(
  machine: InstalledMachine,
  archive: string,
  version: string,
  work: string,
) {
  await run('tar', ['-xzf', archive, '--no-same-owner', '-C', work]);
  const unpacked = join(work, topFolder(version));
  const written = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8'));
  if (written.version !== version) {
    throw new Error(`The archive of version ${version} has version ${written.version}.`);
  }
  await run(nodeOf(unpacked), ['--version']).catch((cause: unknown) => {
    throw new Error(`The programs of version ${version} do not run on this machine.`, { cause });
  });
  await giveTo(machine, unpacked);
  const folder = folderOf(machine, version);
  await rm(folder, { recursive: true, force: true });
  await rename(unpacked, folder);
}

/** The programs are root's, who runs some of them. The shop's user gets the folders that a build of the site writes into. */
async function giveTo({ settingsFile }: InstalledMachine, folder: string): Promise<void> {
  const { uid, gid } = await stat(settingsFile);
  for (const name of WRITTEN_FOLDERS) {
    // What an earlier build left there has another owner.
    await rm(join(folder, name), { recursive: true, force: true });
    await mkdir(join(folder, name), { recursive: true });
    if (process.getuid?.() === 0) await chown(join(folder, name), uid, gid);
  }
}

/** Removes the oldest folders of versions. Those in use and their predecessor stay. @returns the versions that are gone. */
export async function removeOld(
  machine: InstalledMachine,
  inUse: readonly string[],
): Promise<string[]> {
  const versions = (await readdir(machine.releases)).filter((name) => /^\d+\.\d+\.\d+/.test(name));
  const others = versions
    .filter((version) => !inUse.includes(version))
    .sort(compareVersions)
    .reverse();
  const gone = others.slice(Math.max(0, KEPT - inUse.length));
  for (const version of gone)
    await rm(folderOf(machine, version), { recursive: true, force: true });
  return gone;
}

/** Makes the folder of the versions, if need be. */
export const openReleases = ({ releases }: InstalledMachine) =>
  mkdir(releases, { recursive: true });
