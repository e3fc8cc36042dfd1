import { readBrandFiles, readFragrances, readShippingPlaces } from '#demo/fragrance-files.ts';
import { idOf, type Review, type State, type StoredProduct } from './state.ts';

/** Pictures of a product. */
const PICTURES = 4;

interface ReviewFile {
  brand: string;
  fragrances: Record<
    string,
    { userName: string; rating: number; comment: string; createdAt: string }[]
  >;
}

/**
 * Fills a new backend with the fragrances, reviews and places of the demo.
 * @param pictures - the origin of the pictures.
 * @param count - the number of products; more than the demo has are made from its own.
 */
export async function fill(state: State, pictures: string, count?: number): Promise<void> {
  const demo = (await readFragrances()).map(
    (fragrance): StoredProduct => ({
      ...named(`${fragrance.brand} ${fragrance.name}`, pictures),
      price: fragrance.price,
      description: fragrance.description,
      tags: fragrance.tags,
      qtyAvailable: fragrance.stock,
      soldCount: fragrance.sold,
      createdAt: fragrance.addedAt,
      ...(fragrance.discount && { discount: discountOf(fragrance.discount) }),
      categories: fragrance.categories,
      house: fragrance.brand,
    }),
  );
  state.products = count === undefined ? demo : repeated(demo, count, pictures);
  state.categories = [...new Set(demo.flatMap(({ categories }) => categories))].sort();
  state.places = (await readShippingPlaces()).map(({ place, amount }) => ({ place, amount }));
  state.reviews = ((await readBrandFiles('reviews')) as ReviewFile[]).flatMap(reviewsOf);
  for (const { id } of state.products) state.rate(id);
}

/** Returns the fields that follow from a product's name. */
export function named(name: string, pictures: string) {
  const id = idOf(name);
  const images = Array.from({ length: PICTURES }, (_, at) => `${pictures}/${id}-${at + 1}.jpg`);
  return { id, name, images, image: images[0] ?? '', ratings: 0, numReviews: 0 };
}

function discountOf({
  type,
  amount,
  expiresAt,
}: {
  type: 'fixed' | 'percentage';
  amount: number;
  expiresAt?: string | null;
}): StoredProduct['discount'] {
  return { type, amount, ...(expiresAt && { expiresAt }) };
}

/** Returns a number of products with different names, ids and times. */
function repeated(demo: readonly StoredProduct[], count: number, pictures: string) {
  return Array.from({ length: count }, (_, index): StoredProduct => {
    const one = demo[index % demo.length] as StoredProduct;
    const round = Math.floor(index / demo.length);
    if (round === 0) return one;
    return {
      ...one,
      ...named(`${one.name} No. ${round + 1}`, pictures),
      price: one.price + 100 * round,
      createdAt: new Date(Date.parse(one.createdAt) - round * 60_000).toISOString(),
    };
  });
}

const reviewsOf = ({ brand, fragrances }: ReviewFile): Review[] =>
  Object.entries(fragrances).flatMap(([name, written]) =>
    written.map((one) => ({
      ...one,
      _id: idOf(`${brand} ${name} ${one.userName} ${one.createdAt}`),
      productId: idOf(`${brand} ${name}`),
      user: { _id: idOf(one.userName) },
    })),
  );
