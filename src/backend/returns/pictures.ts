import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { done, type Result, refuse } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { transact } from '#backend/db/transact.ts';
import { count, type Limit } from '#backend/limits/rate-limits.ts';
import { preparePhoto } from '#backend/media/photo.ts';
import { kindOf, UnreadablePicture } from '#backend/media/rendering.ts';
import { pictureHash } from '#backend/media/store.ts';
import { MOST_RETURN_PICTURES } from '#domain/returns/rules.ts';
import { returnPictures, returns } from './tables.ts';

/** The pictures that are drawn for one order, refused ones included. */
const TRIES: Limit = { name: 'return picture', max: 30, seconds: 24 * 60 * 60 };
/** Pixels of a preview's longer side. */
const PREVIEW = 160;

const wrong = (message: string) => refuse('validation_failed', message);

/**
 * Adds a picture to an open return of an order, redrawn. The caller has checked that the order is hers. The same
 * file is stored once. Refusals: validation_failed, rate_limited.
 * @param file - reads the bytes. They are read only if the return takes another picture.
 */
export async function addReturnPicture(
  db: Database,
  orderId: string,
  id: number,
  file: () => Promise<Uint8Array>,
): Promise<Result<null>> {
  const ofReturn = and(eq(returns.id, id), eq(returns.orderId, orderId));
  const [row] = await db.select().from(returns).where(ofReturn);
  if (!row || row.endedAt) return wrong('This return takes no more pictures.');
  const limited = await count(db, [TRIES, orderId]);
  if (!limited.ok) return limited;
  const sent = await file();
  const hash = pictureHash(sent);
  try {
    const bytes = await preparePhoto(sent);
    const preview = await sharp(bytes)
      .resize({ width: PREVIEW, height: PREVIEW, fit: 'inside' })
      .webp()
      .toBuffer();
    const values = { returnId: id, hash, mime: kindOf(bytes) ?? 'image/jpeg' };
    return await transact(db, async (transaction) => {
      await transaction.select().from(returns).where(ofReturn).for('update');
      const there = await transaction
        .select({ hash: returnPictures.hash })
        .from(returnPictures)
        .where(eq(returnPictures.returnId, id));
      if (there.some((each) => each.hash === hash)) return done(null);
      if (there.length >= MOST_RETURN_PICTURES)
        return wrong(`A return can have ${MOST_RETURN_PICTURES} pictures.`);
      await transaction
        .insert(returnPictures)
        .values({ ...values, bytes: new Uint8Array(bytes), preview: new Uint8Array(preview) });
      return done(null);
    });
  } catch (error) {
    if (error instanceof UnreadablePicture) return wrong(`This picture ${error.message}.`);
    throw error;
  }
}
