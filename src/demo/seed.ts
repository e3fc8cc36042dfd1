import type { Database } from '#backend/db/connect.ts';
import type { MediaStore } from '#backend/media/store.ts';
import {
  insertProducts,
  type NewProduct,
  writeCatalogue,
} from '#backend/products/fields/writer.ts';
import { products } from '#backend/products/tables.ts';
import { shippingPlaces } from '#backend/shipping/tables.ts';
import { toKobo } from '#domain/money/money.ts';
import { slug } from '#domain/products/slug.ts';
import { type DemoFragrance, readFragrances, readShippingPlaces } from './fragrance-files.ts';
import { galleryOf, vialsOf } from './gallery.ts';
import { insertReviews, readReviews } from './reviews.ts';

/**
 * Fills an empty catalogue with the demo's fragrances, their reviews and shipping places, in one transaction, so that no
 * one sees half a catalogue. Leaves any other catalogue alone. Pictures stay files of the demo until they are first
 * requested.
 */
export async function seedDemo(backend: {
  services: { db: Database; media: MediaStore };
}): Promise<{ seeded: boolean; products: number }> {
  const { db, media } = backend.services;
  const before = await db.$count(products);
  if (before > 0) return { seeded: false, products: before };
  const fragrances = await readFragrances();
  const shown = fragrances.flatMap((fragrance) =>
    [...galleryOf(fragrance), ...vialsOf(fragrance)].map((entry) => ({
      fragrance,
      ml: 0,
      ...entry,
    })),
  );
  const hashes = await media.addRecipes(
    shown.map(({ picture }) => {
      const { width, height, color } = picture;
      return { recipe: JSON.stringify(picture), width, height, color };
    }),
  );
  const pictures = Map.groupBy(
    shown.map(({ fragrance, ml, alt }, at) => ({ fragrance, ml, alt, hash: hashes[at] as string })),
    ({ fragrance }) => fragrance,
  );
  const [places, reviews] = await Promise.all([readShippingPlaces(), readReviews()]);
  return writeCatalogue(db, async (transaction) => {
    const count = await transaction.$count(products);
    if (count > 0) return { seeded: false, products: count };
    const added = fragrances.flatMap((fragrance) =>
      demoProducts(fragrance, pictures.get(fragrance) ?? []),
    );
    await insertProducts(transaction, added);
    await insertReviews(transaction, reviews);
    await transaction
      .insert(shippingPlaces)
      .values(
        places.map(({ place, state, areas, amount }, position) => ({
          place,
          state,
          areas,
          amountKobo: toKobo(amount),
          position,
        })),
      )
      .onConflictDoNothing();
    return { seeded: true, products: added.length };
  });
}

/** Returns a fragrance in all its sizes, which show the same pictures. A sample shows its own picture, for its size in ml. */
function demoProducts(
  { others, ...fragrance }: DemoFragrance,
  all: readonly { hash: string; alt: string; ml: number }[],
): NewProduct[] {
  const picturesOf = (size: number) =>
    all.filter(({ ml }) => ml === size).map(({ hash, alt }) => ({ hash, alt }));
  const pictures = picturesOf(0);
  const { row } = demoProduct(fragrance, pictures);
  if (others.length === 0) return [{ row, pictures }];
  const group = row.id;
  return [
    { row: { ...row, group }, pictures },
    ...others.map((size) => {
      const { row: other } = demoProduct({ ...fragrance, ...size, discount: null }, pictures);
      const id = `${group}-${size.sizeMl}-ml`;
      const name = `${row.name} ${size.sizeMl} ml`;
      return {
        row: { ...other, id, name, group, sample: size.sample ?? null },
        pictures: size.sample ? picturesOf(size.sizeMl) : pictures,
      };
    }),
  ];
}

function demoProduct(
  fragrance: Omit<DemoFragrance, 'others'>,
  pictures: NewProduct['pictures'],
): NewProduct {
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
      parts: fragrance.parts?.join(' ') ?? null,
      choose: fragrance.choose ?? null,
      stock: fragrance.stock,
      soldCount: fragrance.sold,
      source: 'demo',
      createdAt: new Date(fragrance.addedAt),
    },
    pictures,
  };
}
