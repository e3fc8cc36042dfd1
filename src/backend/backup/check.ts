import { openBackup } from './age.ts';
import { readArchive } from './archive.ts';
import { type Contents, type Destination, readContents, readManifest } from './reading.ts';

/** The description that a backup has of itself. */
export interface Checked extends Pick<Contents, 'rows' | 'pictures'> {
  /** When it was begun. */
  at: Date;
  /** The version of the shop that wrote it. Undefined for those that did not say. */
  version: string | undefined;
}

const NEWLINE = 0x0a;

/** Counts rows: in COPY's text format each ends with a line feed, and no other is in it. */
const COUNTING: Destination = {
  openTable() {
    let rows = 0;
    return {
      async add(bytes) {
        for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) rows++;
      },
      end: async () => rows,
    };
  },
  async putPicture() {},
};

/**
 * Reads a backup as a restore does, without a database and to its last byte.
 * @param identity - opens one that is encrypted: the text of age's key file.
 * @throws Error when a restore would refuse it, with the reason as its cause.
 */
export const checkBackup = (file: string, say?: Say, identity?: string): Promise<Checked> =>
  readWhole(file, { say, identity });

/**
 * Reads a backup of this shop in the same way, even one that only a newer version restores: the programs may be older
 * than an update, and the tables newer.
 * @throws Error when it is damaged, with the reason as its cause.
 */
export const checkOwnBackup = (file: string, say?: Say): Promise<Checked> =>
  readWhole(file, { say, newer: true });

type Say = (detail: string) => void;

async function readWhole(
  file: string,
  options: { say?: Say | undefined; identity?: string | undefined; newer?: boolean },
): Promise<Checked> {
  const { say = () => {}, identity, newer = false } = options;
  try {
    const entries = readArchive(await openBackup(file, identity));
    const manifest = await readManifest(entries, file, { newer });
    const { rows, pictures } = await readContents(manifest, entries, COUNTING, say);
    return { at: new Date(manifest.at), version: manifest.version, rows, pictures };
  } catch (cause) {
    throw new Error(`${file} cannot be restored.`, { cause });
  }
}
