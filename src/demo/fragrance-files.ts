import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const FOLDER = new URL('./', import.meta.url);

const fragrance = z.object({
  name: z.string(),
  concentration: z.string(),
  sizeMl: z.int(),
  /** Naira. */
  price: z.number(),
  /** Its other sizes and samples, if there are any. All are larger than its own size, or samples. */
  others: z
    .array(
      z.object({
        sizeMl: z.int(),
        price: z.number(),
        stock: z.int(),
        sold: z.int(),
        sample: z.literal(1).optional(),
      }),
    )
    .default([]),
  /** For a set: the ids of its parts, and the number that the shopper chooses. */
  parts: z.array(z.string()).optional(),
  choose: z.int().optional(),
  categories: z.array(z.string()),
  notes: z.object({
    top: z.array(z.string()),
    heart: z.array(z.string()),
    base: z.array(z.string()),
  }),
  tags: z.array(z.string()),
  description: z.string(),
  stock: z.int(),
  sold: z.int(),
  discount: z
    .object({
      type: z.enum(['fixed', 'percentage']),
      amount: z.number(),
      expiresAt: z.string().nullish(),
    })
    .nullish(),
  addedAt: z.string(),
  /** The colour of the pictures' backdrop, `#rrggbb`. */
  color: z.string(),
  /** The alternative text of each picture. */
  pictures: z.object({
    front: z.string(),
    threequarter: z.string(),
    detail: z.string(),
    scene: z.string(),
  }),
});
const brandFile = z.object({ brand: z.string(), fragrances: z.array(fragrance) });
const places = z.array(
  z.object({
    place: z.string(),
    state: z.string(),
    areas: z.nullable(z.array(z.string())).default(null),
    amount: z.number(),
  }),
);

export type DemoFragrance = z.infer<typeof fragrance> & { brand: string };

export async function readFragrances(): Promise<DemoFragrance[]> {
  const brands = brandFile.array().parse(await readBrandFiles('fragrances'));
  return brands.flatMap(({ brand, fragrances }) =>
    fragrances.map((entry) => ({ brand, ...entry })),
  );
}

/** Returns the parsed but unchecked content of a folder with one JSON file for each brand, sorted by name. */
export async function readBrandFiles(name: string): Promise<unknown[]> {
  const folder = new URL(`${name}/`, FOLDER);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  return Promise.all(files.map((file) => readJson(new URL(file, folder))));
}

/** Reads the demo's shipping places, with amounts in naira. */
export async function readShippingPlaces(): Promise<z.infer<typeof places>> {
  return places.parse(await readJson(new URL('shipping-places.json', FOLDER)));
}

/** Returns the parsed but unchecked content of a JSON file. */
export async function readJson(file: URL): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new Error(`Cannot read the demo catalogue's ${fileURLToPath(file)}`, { cause });
  }
}
