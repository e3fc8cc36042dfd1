import { asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { media } from '#backend/media/tables.ts';
import type { ProductRow } from '#backend/products/stocked-products.ts';
import { type Notes, productPictures } from '#backend/products/tables.ts';
import type { Product } from '#contract/product.ts';
import { toNaira } from '#domain/money/money.ts';
import type { Discount } from '#domain/money/price.ts';
import {
  isOrigin,
  type Known,
  type NamedField,
  productFields,
} from '#domain/products/product-fields.ts';

/** Returns the path of a picture in the size of `images`. */
export const imageUrl = (hash: string) => `/media/${hash}/1200.jpg`;

export const sizeOf = (
  row: Parameters<typeof discountOf>[0] &
    Pick<ProductRow, 'id' | 'name' | 'sizeMl' | 'priceKobo' | 'stock'>,
  now: number,
): NonNullable<Product['sizes']>[number] => ({
  id: row.id,
  name: row.name,
  ...(row.sizeMl && { sizeMl: row.sizeMl }),
  price: toNaira(row.priceKobo),
  qtyAvailable: row.stock,
  discount: discountOf(row, now),
});

/**
 * Returns the discount of a row in the contract's shape at `now` (ms); null without one. Leaves out a discount that has
 * not begun: the contract has no beginning (spec §3), so every client shows the full price until then. Leaves out one that
 * has ended, too: a client with a slow clock would still show it.
 */
export function discountOf(
  row: Pick<
    ProductRow,
    'discountType' | 'discountAmount' | 'discountStartsAt' | 'discountExpiresAt'
  >,
  now: number,
): Discount | null {
  if (row.discountType === null || row.discountAmount === null) return null;
  if (row.discountStartsAt !== null && row.discountStartsAt.getTime() > now) return null;
  if (row.discountExpiresAt !== null && row.discountExpiresAt.getTime() < now) return null;
  return {
    type: row.discountType,
    amount: row.discountAmount,
    expiresAt: row.discountExpiresAt?.toISOString() ?? null,
  };
}

/**
 * Returns rows as the contract's products with their pictures, in the same order. Sends one query for all rows. A retired
 * product is out of stock for clients that do not know the extension product.retired.
 */
export async function viewProducts(
  db: Pick<Database, 'select'>,
  rows: readonly ProductRow[],
  now = Date.now(),
): Promise<Product[]> {
  if (rows.length === 0) return [];
  const pictures = await db
    .select({
      productId: productPictures.productId,
      hash: media.hash,
      width: media.width,
      height: media.height,
      color: media.color,
      alt: productPictures.alt,
    })
    .from(productPictures)
    .innerJoin(media, eq(media.hash, productPictures.mediaHash))
    .where(
      inArray(
        productPictures.productId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(productPictures.productId), asc(productPictures.position));
  const byProduct = Map.groupBy(pictures, (picture) => picture.productId);
  return rows.map((row) => {
    const own = byProduct.get(row.id) ?? [];
    return {
      _id: row.id,
      id: row.id,
      name: row.name,
      price: toNaira(row.priceKobo),
      images: own.map((picture) => imageUrl(picture.hash)),
      ...(own[0] ? { image: imageUrl(own[0].hash) } : {}),
      description: row.description,
      tags: row.tags,
      qtyAvailable: row.status === 'shown' ? row.stock : 0,
      ratings: Math.round(row.ratings * 100) / 100,
      numReviews: row.numReviews,
      soldCount: row.soldCount,
      createdAt: row.createdAt.toISOString(),
      discount: discountOf(row, now),
      ...(row.status === 'retired' ? { retired: true } : {}),
      ...(row.brand ? { brand: row.brand } : {}),
      categories: row.categories,
      ...(row.notes ? { notes: pyramid(row.notes) } : {}),
      updatedAt: row.updatedAt.toISOString(),
      ...declaredOf(row),
      pictures: own.map(({ width, height, color, alt }) => ({
        width,
        height,
        color,
        ...(alt && { alt }),
      })),
    };
  });
}

/** Returns the layers from top to base. jsonb does not keep the order of keys. */
const pyramid = ({ top, heart, base }: Notes): Notes => ({ top, heart, base });

/** Returns the declared fields that have a value (domain/products/product-fields.ts), without their origin (`provenance`). */
function declaredOf(row: ProductRow): Known {
  const known = productFields.filter(({ name }) => row[name]);
  const valuesOf = (fields: readonly NamedField[]) =>
    Object.fromEntries(fields.map(({ name }) => [name, row[name]]));
  const origin = valuesOf(known.filter(isOrigin));
  return {
    ...valuesOf(known.filter((field) => !isOrigin(field))),
    ...(Object.keys(origin).length > 0 && { provenance: origin }),
  };
}
