import { open, realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import * as z from 'zod';
import { done, type Result, refuse } from '#backend/base/result.ts';
import type { PictureHosts } from './allowed-hosts.ts';
import { downloadPicture, LARGEST_PICTURE, type LookUp } from './download.ts';
import { keyOf, type ObjectStore } from './objects/object-store.ts';
import { ownHash } from './own-picture.ts';
import { measurePicture, UnreadablePicture } from './rendering.ts';
import { type MediaStore, pictureHash } from './store.ts';

/** The hash of a picture; null if it was not fetched. A refusal is the rest of a sentence that begins with its name. */
export type Taken = Result<string | null, 'invalid' | 'unavailable' | 'later'>;

/** The numbers of pictures that an import read and downloaded. */
export interface PictureCost {
  files: number;
  /** The number of downloads of new or changed pictures. */
  fetched: number;
  /** The number of pictures that their server reported as unchanged. */
  unchanged: number;
  /** The bytes of all downloads. */
  bytes: number;
}

/** Adds pictures to the media store. A merchant names them by path, by web address, or as an export does. */
export interface PictureIntake {
  /** Returns the hash in the name of a picture of this shop; undefined for any other name. */
  ownHash(name: string): string | undefined;
  /**
   * 'keep' stores the picture, 'look' only reads it, and 'check' does not even fetch it. Each take requests a web address
   * again with the validators of its last answer, so an unchanged picture costs no download.
   */
  take(name: string, how: 'keep' | 'look' | 'check'): Promise<Taken>;
  readonly cost: PictureCost;
}

const source = z.object({
  address: z.string(),
  hash: z.string(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
});
type Source = z.infer<typeof source>;

/** The store and tables for pictures. */
export interface PicturePlace {
  media: Pick<MediaStore, 'add' | 'has'>;
  objects: ObjectStore;
}

/**
 * Creates an intake for paths relative to `folder`; null accepts no files of this machine. Without a place for pictures it
 * can only check them.
 * @param options.origins - where the shop serves its own pictures. An address there is a picture that it has.
 * @param options.lookUp - finds the addresses of a host; by default the system does.
 */
export function createPictureIntake(options: {
  folder: string | null;
  hosts: PictureHosts;
  origins?: readonly string[];
  place: PicturePlace | null;
  lookUp?: LookUp | undefined;
}): PictureIntake {
  const { folder, hosts, origins, place, lookUp } = options;
  const media = place?.media;
  const cost: PictureCost = { files: 0, fetched: 0, unchanged: 0, bytes: 0 };

  /** Checks that a picture can be read, and returns its hash. */
  async function accept(bytes: Buffer, keep: boolean): Promise<string> {
    const hash = pictureHash(bytes);
    if (await media?.has(hash)) return hash;
    if (keep && media) return media.add(bytes);
    await measurePicture(bytes);
    return hash;
  }

  async function fromFile(path: string, keep: boolean): Promise<Taken> {
    if (folder === null) return wrong('did not come with the sheet: send both in one ZIP');
    const bytes = await readInside(folder, path);
    if (!Buffer.isBuffer(bytes)) return bytes;
    cost.files++;
    return done(await accept(bytes, keep));
  }

  /** Adds a picture that is in the store but not in the database, because its folder came from another shop. */
  async function fromPlace(hash: string, keep: boolean): Promise<Taken> {
    const bytes = await place?.objects.get(keyOf.original(hash));
    if (bytes) return done(await accept(bytes, keep));
    return wrong('is not a picture of this shop: write a file or a web address instead');
  }

  async function fromNetwork(url: URL, keep: boolean): Promise<Taken> {
    const record = keyOf.source(url.href);
    const before = readSource(await place?.objects.get(record), url);
    const known = before && (await media?.has(before.hash)) ? before : null;
    const answer = await downloadPicture(url, known ?? {}, lookUp && { lookup: lookUp });
    if (!answer.ok) return answer;
    const picture = answer.value;
    if (picture.bytes === null) {
      if (!known) return wrong(`cannot be fetched: ${url.host} sent nothing; try again`);
      cost.unchanged++;
      return done(known.hash);
    }
    cost.fetched++;
    cost.bytes += picture.bytes.length;
    const hash = await accept(picture.bytes, keep);
    if (keep && place) {
      const found: Source = { address: url.href, hash, ...picture.validators };
      await place.objects.put(record, Buffer.from(JSON.stringify(found)));
    }
    return done(hash);
  }

  return {
    cost,
    ownHash: (name) => ownHash(name, origins),
    async take(name, how) {
      try {
        const own = ownHash(name, origins);
        if (own !== undefined) return await fromPlace(own, how === 'keep');
        if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(name)) return await fromFile(name, how === 'keep');
        const allowed = hosts.check(name);
        if (!allowed.ok) return allowed;
        if (how === 'check') return done(null);
        return await fromNetwork(allowed.value, how === 'keep');
      } catch (error) {
        if (error instanceof UnreadablePicture) return wrong(error.message);
        throw error;
      }
    },
  };
}

function readSource(bytes: Buffer | null | undefined, url: URL): Source | null {
  const read = source.safeParse(JSON.parse(bytes?.toString() ?? 'null'));
  return read.data?.address === url.href ? read.data : null;
}

/** Reads a file in a folder or below it. A product list must not publish other files of this machine. */
async function readInside(folder: string, path: string): Promise<Buffer | Taken> {
  try {
    const [root, real] = await Promise.all([realpath(folder), realpath(resolve(folder, path))]);
    const way = relative(root, real);
    if (way.startsWith('..') || isAbsolute(way)) {
      return wrong('is outside the folder of the file: move it into that folder or below it');
    }
    await using file = await open(real);
    const stat = await file.stat();
    if (!stat.isFile()) return wrong('is not a file');
    if (stat.size > LARGEST_PICTURE) {
      return wrong(`is larger than ${LARGEST_PICTURE / 1_000_000} MB: make it smaller`);
    }
    return await file.readFile();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return wrong('does not exist: write its path from the folder of the file');
    }
    if (code) return wrong(`cannot be read (${code})`);
    throw error;
  }
}

const wrong = (message: string) => refuse('invalid', message);
