import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checksumOf, readChecksums } from '#machine/release/checksums.ts';
import {
  archiveName,
  CHECKSUMS,
  readArchiveName,
  SIGNATURE,
  SYSTEM,
} from '#machine/release/names.ts';
import { isSigned } from '#machine/release/signature.ts';
import type { Source } from './source.ts';
import { compareVersions, isPreRelease } from './version.ts';

/** The release that a source offers to this machine. Its signature was verified. */
export interface Offer {
  version: string;
  /** The archive's name and checksum. */
  archive: string;
  sum: string;
}

/**
 * Reads the checksums of a source and the newest version among them that is for this system.
 * @param pre - also takes a version before its release.
 * @throws Error with a sentence, unless the key of this machine has signed them.
 */
export async function readOffer(source: Source, keyFile: string, pre = false): Promise<Offer> {
  const key = await readFile(keyFile, 'utf8').catch((cause: unknown) => {
    throw new Error(
      `${keyFile} cannot be read. Without the public key of the releases nothing is installed.`,
      { cause },
    );
  });
  const [sums, signature] = [await source.read(CHECKSUMS), await source.read(SIGNATURE)];
  if (!isSigned(sums, signature.toString(), key)) {
    throw new Error(
      `The checksums of ${source.name} are not signed by the key in ${keyFile}. Nothing was installed.`,
    );
  }
  const all = [...readChecksums(sums.toString())];
  const offers = all.flatMap(([archive, sum]): Offer[] => {
    const named = readArchiveName(archive);
    return named?.system === SYSTEM ? [{ version: named.version, archive, sum }] : [];
  });
  const sorted = offers.toSorted((a, b) => compareVersions(a.version, b.version));
  const newest = sorted.findLast(({ version }) => pre || !isPreRelease(version));
  if (newest) return newest;
  const [first] = sorted;
  throw new Error(
    first
      ? `${source.name} has only ${first.version}, a version before its release. Option pre installs it all the same`
      : `${source.name} has no release for this system (${SYSTEM})`,
  );
}

/**
 * Copies the archive of an offer to this machine. What is verified is the copy, which nobody else changes.
 * @throws Error with a sentence when it is not the archive of the checksums.
 */
export async function takeArchive(source: Source, offer: Offer, folder: string): Promise<string> {
  const file = join(folder, archiveName(offer.version));
  await source.save(offer.archive, file);
  if ((await checksumOf(file)) !== offer.sum) {
    throw new Error(
      `${offer.archive} of ${source.name} does not match its checksum: it is damaged, or it was changed. Nothing was installed.`,
    );
  }
  return file;
}
