import { and, asc, eq, ne } from 'drizzle-orm';
import * as z from 'zod';
import type { Database } from '#backend/db/connect.ts';
import { media } from '#backend/media/tables.ts';
import {
  insertProducts,
  type NewProduct,
  vacuumCatalogue,
  writeCatalogue,
} from '#backend/products/fields/writer.ts';
import { productPictures, products } from '#backend/products/tables.ts';
import { slug } from '#domain/products/slug.ts';
import { type DemoFragrance, readFragrances, readJson } from './fragrance-files.ts';
import { type Choice, seededChoice } from './seeded-choice.ts';

const wordLists = z.object({
  brands: z.array(z.string()).min(1),
  nouns: z.array(z.string()).min(1),
  modifiers: z.array(z.string()).min(1),
  places: z.array(z.string()).min(1),
  occasions: z.array(z.string()).min(1),
  openings: z.array(z.string()).min(1),
  closings: z.array(z.string()).min(1),
});
type Words = z.infer<typeof wordLists>;

/** The latest day on which a synthetic product was added. It is fixed, so that one seed gives one catalogue. */
const NEWEST = Date.UTC(2026, 9, 1);
const DAY = 86_400_000;

/**
 * Replaces all synthetic products with `count` new ones. The same seed makes the same products. They share the main
 * pictures of the other products, which stay.
 */
export async function synthesize(
  db: Database,
  options: { count: number; seed: number },
): Promise<{ products: number; pictures: number }> {
  const words = wordLists.parse(await readJson(new URL('./synth-words.json', import.meta.url)));
  // Without the sets, whose parts belong to the demo.
  const models = (await readFragrances()).filter(({ parts }) => !parts);
  const pictures = await db
    .selectDistinct({ hash: media.hash })
    .from(media)
    .innerJoin(
      productPictures,
      and(eq(productPictures.mediaHash, media.hash), eq(productPictures.position, 0)),
    )
    .innerJoin(
      products,
      and(eq(products.id, productPictures.productId), ne(products.source, 'synthetic')),
    )
    .orderBy(asc(media.hash));
  const added = inventProducts(words, models, options).map((product, index) => {
    const picture = pictures[(index * 7) % Math.max(pictures.length, 1)];
    return { ...product, pictures: picture ? [picture.hash] : [] };
  });
  await writeCatalogue(db, async (transaction) => {
    await transaction.delete(products).where(eq(products.source, 'synthetic'));
    await insertProducts(transaction, added);
  });
  await vacuumCatalogue(db);
  return { products: added.length, pictures: pictures.length };
}

/** Invents a plausible catalogue: names and texts from word lists; notes, sizes and prices like those of the demo. */
function inventProducts(
  words: Words,
  models: readonly DemoFragrance[],
  { count, seed }: { count: number; seed: number },
): NewProduct[] {
  const choice = seededChoice(seed);
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const brand = choice.of(words.brands);
    const title = inventTitle(words, choice, index, (name) => {
      const id = `${slug(`${brand} ${name}`)}-s`;
      if (taken.has(id)) return false;
      taken.add(id);
      return true;
    });
    const model = choice.of(models);
    const scent = choice.of(models);
    const notes = {
      top: choice.some(scent.notes.top, 2, 3),
      heart: choice.some(model.notes.heart, 2, 3),
      base: choice.some(scent.notes.base, 2, 3),
    };
    const price = Math.max(3500, Math.round((model.price * choice.between(0.4, 1.3)) / 500) * 500);
    const cut = choice.chance(0.18);
    const fixed = cut && choice.chance(0.4);
    const name = `${brand} ${title}`;
    return {
      row: {
        id: `${slug(name)}-s`,
        name,
        brand,
        priceKobo: price * 100,
        discountType: cut ? (fixed ? 'fixed' : 'percentage') : null,
        discountAmount: cut
          ? fixed
            ? Math.max(500, Math.round((price * choice.between(0.05, 0.2)) / 500) * 500)
            : 5 * choice.whole(1, 8)
          : null,
        description: describeScent(words, choice, brand, notes),
        tags: model.tags,
        categories: model.categories,
        notes,
        concentration: model.concentration,
        sizeMl: model.sizeMl,
        stock: choice.chance(0.06)
          ? 0
          : choice.chance(0.2)
            ? choice.whole(1, 10)
            : choice.whole(11, 120),
        soldCount: Math.floor(800 * choice.between(0, 1) ** 3),
        source: 'synthetic',
        createdAt: new Date(NEWEST - choice.whole(0, 720) * DAY - choice.whole(0, DAY - 1)),
      },
      pictures: [],
    };
  });
}

function inventTitle(
  words: Words,
  choice: Choice,
  index: number,
  isFree: (name: string) => boolean,
): string {
  const draw = () => {
    const shape = choice.whole(1, 4);
    if (shape === 1) return `${choice.of(words.places)} ${choice.of(words.nouns)}`;
    if (shape === 2) return `${choice.of(words.nouns)} of ${choice.of(words.places)}`;
    return `${choice.of(words.modifiers)} ${choice.of(words.nouns)}`;
  };
  for (let attempt = 0; attempt < 50; attempt++) {
    const name = draw();
    if (isFree(name)) return name;
  }
  // The words are used up, so a number makes the name unique.
  const name = `${draw()} No. ${index + 1}`;
  isFree(name);
  return name;
}

function describeScent(
  words: Words,
  choice: Choice,
  brand: string,
  notes: { top: string[]; heart: string[]; base: string[] },
): string {
  const fill: Record<string, string> = {
    brand,
    note1: notes.top[0] ?? '',
    note2: notes.heart[0] ?? '',
    note3: notes.base[0] ?? '',
    occasion: choice.of(words.occasions),
  };
  const inside = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, key: string) =>
      key.startsWith('note') ? (fill[key] ?? '').toLowerCase() : (fill[key] ?? ''),
    );
  const sentence = (text: string) => inside(text).replace(/^./u, (letter) => letter.toUpperCase());
  return `${sentence(choice.of(words.openings))} ${sentence(choice.of(words.closings))}`;
}
