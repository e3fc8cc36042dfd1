import { createHash } from 'node:crypto';

/** An object of a listing. */
export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  /** When it was last written. */
  at: Date;
}

/**
 * The store of the shop's pictures: bytes by key, in a folder of this machine or in an S3-compatible store that several
 * machines share (decision 11). Every method may throw StoreUnavailable.
 */
export interface ObjectStore {
  /** The name in a sentence for the merchant, such as 'the folder /srv/turare/media'. */
  readonly name: string;
  /** Writes an object completely or not at all. Readers see the old bytes or the new ones. The last of two writers wins. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns the bytes of an object; null if it does not exist. */
  get(key: string): Promise<Buffer<ArrayBuffer> | null>;
  has(key: string): Promise<boolean>;
  /** Removes an object if it exists. */
  remove(key: string): Promise<void>;
  /** Yields the objects of one kind in any order, without foreign files. */
  list(kind: ObjectKind): AsyncIterable<StoredObject>;
}

/**
 * The kinds of objects. `originals`: pictures as they came, and composed ones. `renditions`: made from originals.
 * `sources`: validators for downloaded pictures, which prevent repeated downloads. Only originals cannot be made again.
 */
export const OBJECT_KINDS = ['originals', 'renditions', 'sources'] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** The keys of objects. Two levels of folders keep folders below a hundred thousand files. */
export const keyOf = {
  original: (hash: string) => `originals/${hash}`,
  rendition: (hash: string, file: string) => `renditions/${hash.slice(0, 2)}/${hash}/${file}`,
  /** Returns the key for the record of a picture's web address. */
  source(address: string) {
    const name = createHash('sha256').update(address).digest('hex').slice(0, 40);
    return `sources/${name.slice(0, 2)}/${name}.json`;
  },
};

const KEY =
  /^(originals\/[0-9a-f]{40}|renditions\/[0-9a-f]{2}\/[0-9a-f]{40}\/[0-9a-z]+\.[a-z]+|sources\/[0-9a-f]{2}\/[0-9a-f]{40}\.json)$/;

/** Whether a key is one that this shop writes. Anything else in a bucket or folder is not touched. */
export const isOurKey = (key: string): boolean => KEY.test(key);

/** Returns the hash of the picture that an original or a rendition belongs to. */
export const hashOfObject = (key: string): string => /[0-9a-f]{40}/.exec(key)?.[0] ?? '';

/** The error for a store that cannot be used now. `message` is a sentence with the store and the cause, without secrets. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
  /** Whether the merchant must fix a setting, or a right at the store. Otherwise the fault may pass. */
  readonly needsFix: boolean;
  /** The right that the key lacks, if the store says so. */
  readonly lacks: string | undefined;

  constructor(
    message: string,
    options: { needsFix: boolean; lacks?: string | undefined; cause?: unknown },
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.needsFix = options.needsFix;
    this.lacks = options.lacks;
  }
}
