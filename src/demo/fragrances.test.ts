import { describe, expect, it } from 'vitest';
import { setFault } from '#domain/products/sets.ts';
import { brands, duplicates, slug } from './files.harness.ts';

const fragrances = brands.flatMap(({ brand, fragrances }) =>
  fragrances.map((fragrance) => ({ brand, fullName: `${brand} ${fragrance.name}`, ...fragrance })),
);

const CONCENTRATIONS = [
  'Eau de Parfum',
  'Eau de Toilette',
  'Parfum',
  'Extrait de Parfum',
  'Eau de Cologne',
  'Perfume Oil',
  'Body Mist',
  'Gift Set',
];
const AUDIENCES = ['Men', 'Women', 'Unisex'];
const CATEGORIES = [
  'Arabian',
  'Designer',
  'Niche',
  'Oils',
  'Body Mists',
  'Gift Sets',
  ...AUDIENCES,
];
const FORM_CATEGORY = new Map([
  ['Perfume Oil', 'Oils'],
  ['Body Mist', 'Body Mists'],
  ['Gift Set', 'Gift Sets'],
]);
/** The whole vocabulary of tags: scent, occasion and strength. */
const TAGS = [
  'oud',
  'woody',
  'amber',
  'vanilla',
  'rose',
  'white floral',
  'citrus',
  'fresh',
  'spicy',
  'leather',
  'tobacco',
  'gourmand',
  'musk',
  'aquatic',
  'smoky',
  'fruity',
  'green',
  'powdery',
  'office',
  'evening',
  'date night',
  'everyday',
  'wedding',
  'gift',
  'harmattan',
  'hot weather',
  'long-lasting',
  'beast mode',
];

/** Brands and fragrances that people know and search for. */
const NEEDED_BRANDS = [
  'Tom Ford',
  'Yves Saint Laurent',
  'Givenchy',
  'Fenty',
  'Amouage',
  'Rayhaan',
  'Maison Francis Kurkdjian',
];
const NEEDED_FRAGRANCES = [
  'Tom Ford Oud Wood',
  'Tom Ford Tobacco Vanille',
  'Tom Ford Lost Cherry',
  'Yves Saint Laurent Libre',
  'Yves Saint Laurent Black Opium',
  "Givenchy L'Interdit",
  'Givenchy Gentleman',
  'Amouage Interlude Man',
  'Amouage Reflection Man',
  'Rayhaan Elixir',
  'Maison Francis Kurkdjian Baccarat Rouge 540',
  'Creed Aventus',
  'Dior Sauvage',
  'Dior Miss Dior',
  'Chanel No. 5',
  'Chanel Bleu de Chanel',
  'Chanel Coco Mademoiselle',
  'Lattafa Khamrah',
  'Lattafa Asad',
  'Armaf Club de Nuit Intense Man',
  'Versace Eros',
  'Jean Paul Gaultier Le Male',
];

const CLICHES =
  /embark|symphon|unleash|timeless|elegance|journey|captivat|elevate|exquisite|luxurious|allure of|indulge|must-have/i;

/** Fixed, so that the shop's age does not change the result. */
const OPENING_DAY = '2026-10-01T00:00:00.000Z';
const isoUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('demo fragrances', () => {
  it('are 92 to 100, of at least 18 brands, one file a brand', () => {
    expect(fragrances.length).toBeGreaterThanOrEqual(92);
    expect(fragrances.length).toBeLessThanOrEqual(100);
    expect(brands.length).toBeGreaterThanOrEqual(18);
    expect(brands.map(({ file }) => file)).toEqual(
      brands.map(({ brand }) => `${slug(brand)}.json`),
    );
    expect(duplicates(brands.map(({ brand }) => brand))).toEqual([]);
  });

  it('have unique names, also as slugs', () => {
    expect(duplicates(fragrances.map(({ fullName }) => slug(fullName)))).toEqual([]);
  });

  it('hold what people search for', () => {
    expect(brands.map(({ brand }) => brand)).toEqual(expect.arrayContaining(NEEDED_BRANDS));
    expect(fragrances.map(({ fullName }) => fullName)).toEqual(
      expect.arrayContaining(NEEDED_FRAGRANCES),
    );
  });

  it.each(fragrances)('$fullName is well formed', (fragrance) => {
    const { concentration, sizeMl, price, categories, notes, tags, year, stock, sold } = fragrance;

    expect(CONCENTRATIONS).toContain(concentration);
    expect(Number.isInteger(sizeMl) && sizeMl >= 3 && sizeMl <= 300).toBe(true);
    expect(price % 500).toBe(0);
    expect(price).toBeGreaterThanOrEqual(3_000);
    expect(price).toBeLessThanOrEqual(700_000);

    expect(categories.length).toBeGreaterThanOrEqual(1);
    expect(categories.length).toBeLessThanOrEqual(3);
    expect(duplicates(categories)).toEqual([]);
    expect(CATEGORIES).toEqual(expect.arrayContaining(categories));
    expect(categories.filter((category) => AUDIENCES.includes(category))).toHaveLength(1);
    for (const [form, category] of FORM_CATEGORY) {
      expect(categories.includes(category)).toBe(concentration === form);
    }

    for (const layer of [notes.top, notes.heart, notes.base]) {
      expect(layer.length).toBeGreaterThanOrEqual(1);
      expect(duplicates(layer)).toEqual([]);
      for (const note of layer) {
        expect(note).toMatch(/^\p{Lu}\p{L}*(?:[ -](?:of|the|\p{Lu}\p{L}*))*$/u);
      }
    }

    expect(tags.length).toBeGreaterThanOrEqual(3);
    expect(tags.length).toBeLessThanOrEqual(6);
    expect(duplicates(tags)).toEqual([]);
    expect(TAGS).toEqual(expect.arrayContaining(tags));

    if (year !== undefined) {
      expect(Number.isInteger(year) && year >= 1900 && year <= 2026).toBe(true);
    }
    expect(Number.isInteger(stock) && stock >= 0 && stock <= 240).toBe(true);
    expect(Number.isInteger(sold) && sold >= 0 && sold <= 900).toBe(true);
    expect(fragrance.color).toMatch(/^#[0-9a-f]{6}$/);
  });

  it('have others in other sizes, larger and dearer, or samples', () => {
    const sized = fragrances.filter(({ others }) => others);
    expect(sized.some(({ others }) => others?.some(({ sample }) => sample))).toBe(true);
    for (const { sizeMl, price, others = [] } of sized) {
      expect(duplicates(others.map((size) => String(size.sizeMl)))).toEqual([]);
      for (const size of others) {
        expect(size.sizeMl > sizeMl).toBe(!size.sample);
        expect(size.price > price).toBe(!size.sample);
      }
    }
  });

  it('have a set of which the shopper chooses, for less than its cheapest parts', () => {
    const sets = fragrances.filter(({ parts }) => parts);
    expect(sets.some(({ choose }) => choose)).toBe(true);
    for (const { fullName, price, parts = [], choose } of sets) {
      expect(setFault(slug(fullName), { parts: parts.join(' '), choose })).toBe(undefined);
      const prices = parts.map(
        (id) => fragrances.find((each) => slug(each.fullName) === id)?.price ?? 0,
      );
      const cheapest = prices.toSorted((a, b) => a - b).slice(0, choose);
      expect(price).toBeLessThan(cheapest.reduce((sum, each) => sum + each, 0));
    }
  });

  it.each(fragrances)('$fullName is described in our words', ({ description }) => {
    expect(description.length).toBeGreaterThanOrEqual(120);
    expect(description.length).toBeLessThanOrEqual(520);
    const sentences = description.match(/[.!?](?= |$)/g) ?? [];
    expect(sentences.length).toBeGreaterThanOrEqual(2);
    expect(sentences.length).toBeLessThanOrEqual(4);
    expect(description).not.toMatch(CLICHES);
    expect(description).not.toMatch(/ {2}|—|"|!/);
  });

  it('never begin two descriptions alike', () => {
    const openings = fragrances.map(({ description }) =>
      description
        .toLowerCase()
        .split(/[^\p{L}\p{N}']+/u)
        .slice(0, 3)
        .join(' '),
    );
    expect(duplicates(openings)).toEqual([]);
  });

  it('use every category and every tag', () => {
    for (const category of CATEGORIES) {
      expect(fragrances.some(({ categories }) => categories.includes(category))).toBe(true);
    }
    for (const tag of TAGS) {
      expect(fragrances.some(({ tags }) => tags.includes(tag))).toBe(true);
    }
  });

  it('show every kind of stock', () => {
    expect(fragrances.filter(({ stock }) => stock === 0)).toHaveLength(6);
    expect(fragrances.filter(({ stock }) => stock >= 1 && stock <= 10)).toHaveLength(14);
  });

  it('have discounts of both kinds, exactly one of each expired', () => {
    const reduced = fragrances.flatMap(({ fullName, price, discount }) =>
      discount ? [{ fullName, price, ...discount }] : [],
    );
    expect(reduced.length).toBeLessThanOrEqual(fragrances.length * 0.3);
    for (const { type, amount, price, expiresAt } of reduced) {
      expect(Number.isInteger(amount)).toBe(true);
      if (type === 'percentage') {
        expect(amount).toBeGreaterThanOrEqual(5);
        expect(amount).toBeLessThanOrEqual(40);
      } else {
        expect(type).toBe('fixed');
        expect(amount % 500).toBe(0);
        expect(amount).toBeGreaterThan(0);
        expect(amount).toBeLessThanOrEqual(price * 0.4);
      }
      if (expiresAt !== undefined) expect(expiresAt).toMatch(isoUtc);
    }

    const expired = reduced.filter(({ expiresAt }) => expiresAt && expiresAt < OPENING_DAY);
    expect(expired.map(({ type }) => type).sort()).toEqual(['fixed', 'percentage']);
    for (const { expiresAt } of expired) expect(expiresAt?.startsWith('2026-')).toBe(true);

    const active = reduced.filter((discount) => !expired.includes(discount));
    for (const { expiresAt } of active) {
      if (expiresAt) expect(expiresAt >= '2027-01-01').toBe(true);
    }
    expect(active.filter(({ type }) => type === 'percentage').length).toBeGreaterThanOrEqual(10);
    expect(active.filter(({ type }) => type === 'fixed').length).toBeGreaterThanOrEqual(6);
    expect(active.some(({ expiresAt }) => expiresAt)).toBe(true);
  });

  it('came one at a time, the newest six from six brands and in stock', () => {
    const times = fragrances.map(({ addedAt }) => addedAt);
    expect(duplicates(times)).toEqual([]);
    for (const time of times) {
      expect(time).toMatch(isoUtc);
      expect(time >= '2025-06-01' && time < '2026-11-16').toBe(true);
    }
    const newest = fragrances.toSorted((a, b) => (a.addedAt < b.addedAt ? 1 : -1)).slice(0, 6);
    expect(new Set(newest.map(({ brand }) => brand)).size).toBe(6);
    expect(newest.every(({ stock }) => stock > 10)).toBe(true);
  });
});
