import { createHash } from 'node:crypto';
import { toKobo } from '#domain/money.ts';
import { slug } from '#domain/slug.ts';
import { products, shippingPlaces } from '../db/catalogue-tables.ts';
import type { Database } from '../db/connect.ts';
import type { MediaStore } from '../media/media-store.ts';
import { insertProducts, type NewProduct, writeCatalogue } from '../services/catalogue-writer.ts';
import { artworkComposer, type Composer } from './artwork-composer.ts';
import { type DemoFragrance, readFragrances, readShippingPlaces } from './fragrance-files.ts';

/** Pictures composed at a time. */
const PARALLEL = 2;

/** How far a seed is: pictures ready, of how many. */
export type Progress = (ready: number, total: number) => void;

/**
 * Fills an empty catalogue with the demo's fragrances and shipping places; a catalogue that holds anything
 * is left alone. Pictures come first, each kept as it is made, so that a killed seed goes on where it was;
 * all rows come in one transaction at the end, so that no one sees half a catalogue.
 */
export async function seedDemo(
  backend: { services: { db: Database; media: MediaStore } },
  onProgress: Progress = () => {},
  composer: Composer = artworkComposer,
): Promise<{ seeded: boolean; products: number }> {
  const { db, media } = backend.services;
  const before = await db.$count(products);
  if (before > 0) return { seeded: false, products: before };
  const fragrances = await readFragrances();
  const pictures = new Map<DemoFragrance, string>();
  const waiting = [...fragrances];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const recipe = createHash('sha256').update(composer.recipe(next)).digest('hex');
      const hash =
        (await media.findRecipe(recipe)) ?? (await media.add(await composer.compose(next), recipe));
      pictures.set(next, hash);
      onProgress(pictures.size, fragrances.length);
    }
  };
  const workers = Array.from({ length: PARALLEL }, () =>
    work().catch((cause: unknown) => {
      // The others stop too, after the picture under way: nothing goes on behind the caller's back.
      waiting.length = 0;
      throw new Error('A picture of the demo catalogue could not be composed', { cause });
    }),
  );
  const failure = (await Promise.allSettled(workers)).find(
    (result) => result.status === 'rejected',
  );
  if (failure) throw failure.reason;

  const places = await readShippingPlaces();
  return writeCatalogue(db, async (transaction) => {
    const count = await transaction.$count(products);
    if (count > 0) return { seeded: false, products: count };
    const added = fragrances.map((fragrance) => demoProduct(fragrance, pictures.get(fragrance)));
    await insertProducts(transaction, added);
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

function demoProduct(fragrance: DemoFragrance, picture: string | undefined): NewProduct {
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
    pictures: picture ? [picture] : [],
  };
}
