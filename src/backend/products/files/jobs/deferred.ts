import { eq } from 'drizzle-orm';
import { refuse } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import type { PictureHosts } from '#backend/media/allowed-hosts.ts';
import type { PictureIntake } from '#backend/media/intake.ts';
import { ownHash } from '#backend/media/own-picture.ts';
import type { ReadRow } from '#backend/products/fields/rows.ts';
import type { SavedAnswers } from './answers.ts';
import { importFiles } from './tables.ts';

/** A picture of a product that has at least one to download. */
export interface DeferredPicture {
  address: string;
  words: string;
  state: 'waiting' | 'fetched' | 'broken';
  hash: string | null;
  reason: string | null;
}

/** Pictures taken off the rows of a file, for download once the products are on sale. */
export class Deferred {
  /** By the rows of their products, in the product's order. */
  readonly rows = new Map<number, readonly DeferredPicture[]>();
  /** The hosts that the file names, each with its number of pictures and of products. */
  readonly hosts = new Map<string, { pictures: number; rows: Set<number>; allowed: boolean }>();

  count(address: string, row: number, hosts: PictureHosts): void {
    const host = URL.parse(address)?.host;
    if (!host) return;
    const found = this.hosts.get(host) ?? { pictures: 0, rows: new Set<number>(), allowed: true };
    found.pictures++;
    found.allowed &&= hosts.check(address).ok;
    found.rows.add(row);
    this.hosts.set(host, found);
  }
}

export const isWebAddress = (name: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(name);

/** Finds pictures of a ZIP by the names that its sheet uses. */
export type PackedFiles = (name: string) => { hash: string } | { trouble: string } | undefined;

/** Finds the pictures that came with a sheet. Capitals and folders may be left out if the name stays unambiguous. */
export async function packedFiles(db: Database, importId: string): Promise<PackedFiles> {
  const rows = await db.select().from(importFiles).where(eq(importFiles.importId, importId));
  const byPath = new Map(rows.map((row) => [row.path, row]));
  const byName = Map.groupBy(rows, ({ path }) => path.slice(path.lastIndexOf('/') + 1));
  return (name) => {
    if (rows.length === 0) return undefined;
    const path = name
      .normalize('NFC')
      .toLowerCase()
      .replaceAll('\\', '/')
      .replace(/^\.?\/+/, '');
    const alike = byName.get(path.slice(path.lastIndexOf('/') + 1)) ?? [];
    const found = byPath.get(path) ?? (alike.length === 1 ? alike[0] : undefined);
    if (found?.hash) return { hash: found.hash };
    if (found) return { trouble: found.trouble ?? '' };
    return {
      trouble:
        alike.length > 1
          ? 'is in several folders of the ZIP: write it with its folder'
          : 'is not in the ZIP',
    };
  };
}

/** Returns an intake that also finds the pictures of a ZIP, and says what is wrong with them. */
export const withPacked = (intake: PictureIntake, files: PackedFiles): PictureIntake => ({
  ...intake,
  take: async (name, how) => {
    const packed = intake.ownHash(name) ? undefined : files(name);
    return packed && 'trouble' in packed
      ? refuse('invalid', packed.trouble)
      : intake.take(name, how);
  },
});

/**
 * Passes rows through. Replaces names of pictures in the ZIP, and addresses of the shop's own pictures, with the shop's
 * pictures. Moves other web addresses from the rows into `into` for download, so that a known product keeps the pictures
 * that it has.
 * @param options.origins - where the shop serves its pictures.
 * @param options.answer - 'leave': pictures by address are left out. Undefined: not asked yet.
 */
export async function* deferPictures(
  rows: AsyncIterable<ReadRow>,
  {
    files,
    hosts,
    origins,
    answer,
    into,
  }: {
    files: PackedFiles;
    hosts: PictureHosts;
    origins: readonly string[];
    answer: SavedAnswers['pictures'];
    into: Deferred;
  },
): AsyncGenerator<ReadRow> {
  for await (const read of rows) {
    if (!read.ok || !read.edit.pictures) {
      yield read;
      continue;
    }
    const { row, given, pictures } = read.edit;
    const { picture_alts: texts, ...rest } = given;
    const named = pictures.map((name) => {
      const own = ownHash(name, origins);
      if (own) return `/media/${own}`;
      const packed = isWebAddress(name) ? undefined : files(name);
      return packed && 'hash' in packed ? `/media/${packed.hash}` : name;
    });
    if (!named.some(isWebAddress)) {
      yield { ok: true, edit: { ...read.edit, pictures: named } };
      continue;
    }
    const { pictures: _, ...edit } = { ...read.edit, given: rest };
    yield { ok: true, edit };
    for (const name of named) if (isWebAddress(name)) into.count(name, row, hosts);
    if (answer === 'leave') continue;
    into.rows.set(
      row,
      named.map((name, at) => deferred(name, texts?.[at] ?? '', { files, hosts })),
    );
  }
}

function deferred(
  name: string,
  words: string,
  { files, hosts }: { files: PackedFiles; hosts: PictureHosts },
): DeferredPicture {
  const picture = { address: name, words, hash: null, reason: null };
  const hash = ownHash(name);
  if (hash) return { ...picture, state: 'fetched', hash };
  if (!isWebAddress(name)) {
    const packed = files(name);
    const reason = packed && 'trouble' in packed ? packed.trouble : 'did not come with the sheet';
    return { ...picture, state: 'broken', reason };
  }
  const allowed = hosts.check(name);
  return allowed.ok
    ? { ...picture, state: 'waiting' }
    : { ...picture, state: 'broken', reason: allowed.refusal.message };
}
