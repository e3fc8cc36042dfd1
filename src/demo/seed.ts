import { createHash } from 'node:crypto';
import { products, shippingPlaces } from '#backend/db/catalogue-tables.ts';
import type { Database } from '#backend/db/connect.ts';
import type { MediaStore } from '#backend/media/store.ts';
import {
  insertProducts,
  type NewProduct,
  writeCatalogue,
} from '#backend/services/catalogue-import/writer.ts';
import { toKobo } from '#domain/money.ts';
import { slug } from '#domain/slug.ts';
import { altText } from './alt-text.ts';
import { artworkComposer, type Composer } from './composer.ts';
import { type DemoFragrance, readFragrances, readShippingPlaces } from './fragrance-files.ts';
import { type DemoPicture, GALLERY } from './gallery.ts';
import { insertReviews, readReviews } from './reviews.ts';

/** Reports the progress of a seed in pictures. */
export type Progress = (ready: number, total: number) => void;

/**
 * Fills an empty catalogue with the demo's fragrances, their reviews and shipping places. Leaves any other catalogue alone.
 * Stores each group of pictures as it is composed, so that an interrupted seed continues where it stopped. Writes all
 * rows in one transaction at the end, so that no one sees half a catalogue.
 * @throws Error with its cause if a picture cannot be composed or `cancelled` aborts.
 */
export async function seedDemo(
  backend: { services: { db: Database; media: MediaStore } },
  onProgress: Progress = () => {},
  {
    openComposer = artworkComposer,
    cancelled,
  }: { openComposer?: () => Composer; cancelled?: AbortSignal | undefined } = {},
): Promise<{ seeded: boolean; products: number }> {
  const { db, media } = backend.services;
  const before = await db.$count(products);
  if (before > 0) return { seeded: false, products: before };
  const fragrances = await readFragrances();
  const composer = openComposer();
  const cancel = () => void composer.close();
  cancelled?.addEventListener('abort', cancel);
  let pictures: Map<DemoFragrance, NewProduct['pictures']>;
  try {
    pictures = await keepPictures(fragrances, composer, media, onProgress, cancelled);
  } catch (cause) {
    throw new Error('A picture of the demo catalogue could not be composed', { cause });
  } finally {
    cancelled?.removeEventListener('abort', cancel);
    await composer.close();
  }

  const [places, reviews] = await Promise.all([readShippingPlaces(), readReviews()]);
  return writeCatalogue(db, async (transaction) => {
    const count = await transaction.$count(products);
    if (count > 0) return { seeded: false, products: count };
    const added = fragrances.map((fragrance) =>
      demoProduct(fragrance, pictures.get(fragrance) ?? []),
    );
    await insertProducts(transaction, added);
    await insertReviews(transaction, reviews);
    await transaction
      .insert(shippingPlaces)
      .values(
        places.map(({ place, state, amount }, position) => ({
          place,
          state,
          amountKobo: toKobo(amount),
          position,
        })),
      )
      .onConflictDoNothing();
    return { seeded: true, products: added.length };
  });
}

/** Composes and stores the missing pictures. Returns the pictures of each fragrance in order. */
async function keepPictures(
  fragrances: readonly DemoFragrance[],
  composer: Composer,
  media: MediaStore,
  onProgress: Progress,
  cancelled: AbortSignal | undefined,
): Promise<Map<DemoFragrance, NewProduct['pictures']>> {
  const wanted = fragrances.flatMap((fragrance) => GALLERY.map((shown) => ({ fragrance, shown })));
  const kept = new Map<DemoPicture, string>();
  const keep = (picture: DemoPicture, hash: string) => {
    kept.set(picture, hash);
    onProgress(kept.size, wanted.length);
  };
  const recipeHash = (picture: DemoPicture) =>
    createHash('sha256').update(composer.recipe(picture)).digest('hex');

  const missing: DemoPicture[] = [];
  for (const picture of wanted) {
    const hash = await media.findRecipe(recipeHash(picture));
    if (hash) keep(picture, hash);
    else missing.push(picture);
  }
  const waiting = Object.values(Object.groupBy(missing, composer.group))
    .filter((group) => group !== undefined)
    .sort((one, other) => other.length - one.length);
  const work = async () => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      // A closed composer would start again with the next group.
      cancelled?.throwIfAborted();
      const made = await composer.compose(group);
      for (const [at, picture] of group.entries()) {
        const bytes = made[at];
        const { brand, name } = picture.fragrance;
        if (!bytes)
          throw new Error(`The composer returned no ${picture.shown} of ${brand} ${name}`);
        keep(picture, await media.add(bytes, recipeHash(picture)));
      }
    }
  };
  // One more than there are threads, so that every thread has work while a group is stored.
  const workers = Array.from({ length: composer.parallel + 1 }, () =>
    work().catch((error: unknown) => {
      // The others stop after their current group, so that nothing runs on after the seed.
      waiting.length = 0;
      throw error;
    }),
  );
  const failure = (await Promise.allSettled(workers)).find(
    (result) => result.status === 'rejected',
  );
  if (failure) throw failure.reason;
  const ofFragrance = Map.groupBy(wanted, ({ fragrance }) => fragrance);
  return new Map(
    fragrances.map((fragrance) => [
      fragrance,
      (ofFragrance.get(fragrance) ?? []).flatMap((picture) => {
        const hash = kept.get(picture);
        return hash ? { hash, alt: altText(picture) } : [];
      }),
    ]),
  );
}

function demoProduct(fragrance: DemoFragrance, pictures: NewProduct['pictures']): NewProduct {
  const name = `${fragrance.brand} ${fragrance.name}`;
  const { discount } = fragrance;
  return {
    row: {
      id: slug(name),
      name,
      brand: fragrance.brand,
      priceKobo: toKobo(fragrance.price),
      discountType: discount?.type ?? null,
      discountAmount: discount?.amount ?? null,
      discountExpiresAt: discount?.expiresAt ? new Date(discount.expiresAt) : null,
      description: fragrance.description,
      tags: fragrance.tags,
      categories: fragrance.categories,
      notes: fragrance.notes,
      concentration: fragrance.concentration,
      sizeMl: fragrance.sizeMl,
      stock: fragrance.stock,
      soldCount: fragrance.sold,
      source: 'demo',
      createdAt: new Date(fragrance.addedAt),
    },
    pictures,
  };
}
