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
 * Where the pictures of the shop are: bytes by key, in a folder of this machine or in an S3-compatible store that several
 * machines share (decision 11). Every method may throw StoreUnavailable.
 */
export interface ObjectStore {
  /** Names it in a sentence for the merchant, such as 'the folder /srv/turare/media'. */
  readonly name: string;
  /**
   * Writes an object whole or not at all. Readers see the earlier bytes or the new ones; of two writers the last one
   * wins.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes of an object; null if there is none. */
  get(key: string): Promise<Buffer<ArrayBuffer> | null>;
  /** Whether there is such an object. */
  has(key: string): Promise<boolean>;
  /** Removes an object, if there is one. */
  remove(key: string): Promise<void>;
  /** The objects of one kind, in no order. Foreign files are left out. */
  list(kind: ObjectKind): AsyncIterable<StoredObject>;
}

/**
 * `originals`: pictures as they came, and composed ones. `renditions`: what was made of them. `sources`: what the servers of
 * downloaded pictures said, so that an unchanged picture is not downloaded again. Only originals cannot be made anew.
 */
export const OBJECT_KINDS = ['originals', 'renditions', 'sources'] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** The keys of objects. Two levels of folders, so that no folder holds a hundred thousand files. */
export const keyOf = {
  original: (hash: string) => `originals/${hash}`,
  rendition: (hash: string, file: string) => `renditions/${hash.slice(0, 2)}/${hash}/${file}`,
  /** The record of a web address that a picture was downloaded from. */
  source(address: string) {
    const name = createHash('sha256').update(address).digest('hex').slice(0, 40);
    return `sources/${name.slice(0, 2)}/${name}.json`;
  },
};

const KEY =
  /^(originals\/[0-9a-f]{40}|renditions\/[0-9a-f]{2}\/[0-9a-f]{40}\/[0-9a-z]+\.[a-z]+|sources\/[0-9a-f]{2}\/[0-9a-f]{40}\.json)$/;

/** Whether a key is one that this shop writes. Whatever else a bucket or a folder holds is not touched. */
export const isOurKey = (key: string): boolean => KEY.test(key);

/** The hash of the picture that an original or a rendition belongs to. */
export const hashOfObject = (key: string): string => /[0-9a-f]{40}/.exec(key)?.[0] ?? '';

/** The store cannot be used now. `message` is a sentence that names the store and the cause, without a secret. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
  /** Whether the merchant must mend a setting, or a right at the store. Otherwise it may pass. */
  readonly needsMending: boolean;
  /** What the key may not do, if the store says so. */
  readonly lacks: string | undefined;

  constructor(
    message: string,
    options: { needsMending: boolean; lacks?: string | undefined; cause?: unknown },
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.needsMending = options.needsMending;
    this.lacks = options.lacks;
  }
}
