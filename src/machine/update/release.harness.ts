import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type InstalledMachine, readMachine } from '#machine/place.ts';
import { checksumOf, writeChecksums } from '#machine/release/checksums.ts';
import { archiveName, CHECKSUMS, SIGNATURE, topFolder } from '#machine/release/names.ts';
import { newKeys, signatureOf } from '#machine/release/signature.ts';

export const KEYS = newKeys();

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-update-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A machine with a version in use, which trusts KEYS. */
export async function newMachine(version = '1.0.0'): Promise<InstalledMachine> {
  const machine = readMachine({ TURARE_PREFIX: await newFolder() });
  if (machine.kind !== 'installed') throw new Error('It is a container.');
  await mkdir(join(machine.releases, version), { recursive: true });
  await mkdir(join(machine.settingsFile, '..'), { recursive: true });
  await symlink(join(machine.releases, version), machine.current);
  await writeFile(machine.settingsFile, 'SITE_URL=https://shop.example\n');
  await writeFile(machine.releaseKey, KEYS.publicKey);
  return machine;
}

interface Made {
  /** The version in package.json, if it differs from that of the archive's name. */
  written?: string;
  /** The program that is the release's Node. */
  node?: string;
  privateKey?: string;
}

/** A folder with a signed release of this version for this system, as small as it can be. */
export async function newRelease(
  version: string,
  { written = version, node = process.execPath, privateKey = KEYS.privateKey }: Made = {},
): Promise<string> {
  const folder = await newFolder();
  const top = join(folder, topFolder(version));
  await mkdir(join(top, 'node_modules/.bin'), { recursive: true });
  await symlink(node, join(top, 'node_modules/.bin/node'));
  await writeFile(join(top, 'package.json'), JSON.stringify({ version: written }));
  const archive = join(folder, archiveName(version));
  execFileSync('tar', ['-czf', archive, '-C', folder, topFolder(version)]);
  await rm(top, { recursive: true });
  await signFolder(folder, privateKey);
  return folder;
}

/** Writes the checksums of the archives in a folder, and signs them. */
export async function signFolder(folder: string, privateKey = KEYS.privateKey): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.tar.gz'));
  const sums = new Map<string, string>();
  for (const name of names) sums.set(name, await checksumOf(join(folder, name)));
  const text = Buffer.from(writeChecksums(sums));
  await writeFile(join(folder, CHECKSUMS), text);
  await writeFile(join(folder, SIGNATURE), signatureOf(text, privateKey));
}
