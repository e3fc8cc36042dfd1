import { createHash } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import { newImportId } from '#backend/base/ids.ts';
import { done, type Refused, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { MOST_BYTES } from '#backend/merchant-files/tables/xlsx/limits.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { storeParts } from './parts.ts';
import { imports } from './tables.ts';

/** The most bytes of a ZIP with pictures. */
export const MOST_ZIP_BYTES = 500 * 1024 * 1024;
/** The most characters of a file's name. */
const LONGEST_NAME = 200;

/** The minutes without a new piece after which an upload has ended. A slow phone sends one in less. */
const LATE = 10;

/** Matches uploads that have ended: their process was killed or lost the database. */
export const LEFT_BEHIND: SQL = sql`(${imports.state} = 'receiving'
  and ${imports.touchedAt} < now() - ${LATE}::int * interval '1 minute')`;

/** The error for a file over the limit. */
class TooLarge extends Error {}

/**
 * Takes a file of products from the network, and has it read in the background. Stores nothing on this machine. If it is
 * interrupted, nothing is left after a few minutes.
 * @returns the id of the import. Refusals: forbidden, invalid (an empty file), too_large.
 */
export async function receiveUpload(
  db: Database,
  bytes: AsyncIterable<Uint8Array>,
  { fileName, actor }: { fileName: string; actor: Actor },
): Promise<Result<string, StaffCode>> {
  const forbidden = ownersOnly(actor, 'import products');
  if (forbidden) return forbidden;
  const id = newImportId();
  const name = fileName.replace(/^.*[/\\]/s, '').slice(-LONGEST_NAME) || 'A file without a name';
  await db.insert(imports).values({
    id,
    fileName: name,
    source: 'office',
    startedBy: actor.name,
    state: 'receiving',
  });
  const forget = () => db.delete(imports).where(eq(imports.id, id));
  const hash = createHash('sha256');
  const found = { zip: false };
  try {
    const size = await storeParts(db, id, guarded(bytes, hash, found));
    if (size === 0) {
      await forget();
      return refuse('invalid', `${name} is empty: choose it again.`);
    }
    await db
      .update(imports)
      .set({
        state: 'reading',
        sha256: hash.digest('hex'),
        bytes: size,
        // An Excel workbook is a ZIP, too. Unpacking finds out.
        kind: found.zip ? 'zip' : 'csv',
        touchedAt: sql`now()`,
      })
      .where(eq(imports.id, id));
    return done(id);
  } catch (error) {
    // This fails while the database is away. The background does it later (job.ts).
    await forget().catch(() => {});
    if (error instanceof TooLarge) return tooLarge(name);
    throw error;
  }
}

/** Passes bytes through up to the limit. The first four bytes identify a ZIP. */
async function* guarded(
  bytes: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
  found: { zip: boolean },
): AsyncGenerator<Uint8Array> {
  let head = Buffer.alloc(0);
  let size = 0;
  for await (const piece of bytes) {
    if (head.length < 4) {
      head = Buffer.concat([head, piece.subarray(0, 4)]);
      found.zip = ['PK\x03', 'PK\x05'].includes(head.toString('latin1').slice(0, 3));
    }
    size += piece.length;
    if (size > (found.zip ? MOST_ZIP_BYTES : MOST_BYTES)) throw new TooLarge();
    hash.update(piece);
    yield piece;
  }
}

const megabytes = (bytes: number) => bytes / 1024 / 1024;

const tooLarge = (name: string): Refused<StaffCode> =>
  refuse(
    'too_large',
    `${name} is too large: a sheet may have ${megabytes(MOST_BYTES)} MB, and a ZIP with pictures ${megabytes(MOST_ZIP_BYTES)} MB. Split it, and send one part after the other.`,
  );
