import { readdirSync, readFileSync } from 'node:fs';
import type { Shown } from './gallery.ts';

const here = new URL('./', import.meta.url);

/** A JSON file of the demo, by its path in this folder. */
export const readJson = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(path, here), 'utf8'));

export interface Discount {
  type: 'percentage' | 'fixed';
  amount: number;
  expiresAt?: string;
}

export interface Fragrance {
  name: string;
  concentration: string;
  sizeMl: number;
  price: number;
  others?: { sizeMl: number; price: number; stock: number; sold: number; sample?: 1 }[];
  parts?: string[];
  choose?: number;
  categories: string[];
  notes: { top: string[]; heart: string[]; base: string[] };
  tags: string[];
  description: string;
  year?: number;
  stock: number;
  sold: number;
  discount?: Discount;
  addedAt: string;
  color: string;
  pictures: Record<Shown, string>;
}
const files = readdirSync(new URL('fragrances/', here)).filter((file) => file.endsWith('.json'));

/** Each brand with its fragrances, as its file has them. */
export const brands = files.map((file) => ({
  file,
  ...(readJson(`fragrances/${file}`) as { brand: string; fragrances: Fragrance[] }),
}));

/** Returns the values that occur more than once. */
export const duplicates = (values: string[]) =>
  values.filter((value, i) => values.indexOf(value) !== i);

/** Returns the address of a demo's name. */
export const slug = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
