import { expect, it } from 'vitest';
import { mentions, renameInFacts } from './facts-words.ts';

const banner = (href: string) => ({
  picture: 'hero',
  title: 'Title',
  text: 'Text',
  link: { label: 'Label', href },
});
const hrefAfter = (kind: 'brand' | 'category', href: string) =>
  renameInFacts({ banners: [banner(href)] }, kind, 'Tom Ford', 'T. F. & Co').banners?.[0]?.link
    .href;

it.each([
  ['brand', '/products?brand=Tom%20Ford', '/products?brand=T.%20F.%20%26%20Co'],
  ['brand', '/products?category=tom+ford&tag=oud', '/products?category=T.%20F.%20%26%20Co&tag=oud'],
  ['category', '/products?category=tom+ford', '/products?category=T.%20F.%20%26%20Co'],
  ['brand', '/brands/tom-ford', '/brands/t-f-co'],
  ['brand', '/brands/tom-ford?from=home', '/brands/t-f-co?from=home'],
  ['category', '/categories/tom-ford#top', '/categories/t-f-co#top'],
] as const)('a link to the %s, %s, becomes %s', (kind, href, renamed) => {
  expect(hrefAfter(kind, href)).toBe(renamed);
});

it.each([
  ['category', '/products?brand=Tom%20Ford'],
  ['category', '/brands/tom-ford'],
  ['brand', '/categories/tom-ford'],
  ['brand', '/brands/tom-ford-private'],
  ['brand', '/products?category=Niche+Oud'],
  ['brand', '/products'],
  ['brand', 'https://example.com/products?brand=Tom%20Ford'],
] as const)('a new name of a %s leaves %s alone', (kind, href) => {
  expect(hrefAfter(kind, href)).toBeUndefined();
});

it('leaves a link to another category alone whose name has no Latin letters, either', () => {
  const facts = { banners: [banner('/products?category=مسك')] };
  expect(renameInFacts(facts, 'category', 'عود', 'Oud')).toEqual({});
  expect(renameInFacts(facts, 'category', 'مسك', 'Musk').banners?.[0]?.link.href).toBe(
    '/products?category=Musk',
  );
});

it('keeps the order of brands, each once', () => {
  const facts = { brands: ['Dior', 'TOM FORD', 'New'] };
  expect(renameInFacts(facts, 'brand', 'Tom Ford', 'New')).toEqual({ brands: ['Dior', 'New'] });
  expect(renameInFacts(facts, 'category', 'Tom Ford', 'New')).toEqual({});
});

it('names the texts that mention a name, counted from 1', () => {
  const facts = { tagline: 'Only tom ford', banners: [banner('/'), banner('/?x=Tom Ford')], n: 1 };
  expect(mentions(facts, 'Tom Ford')).toEqual(['tagline', 'banners.2.link.href']);
});
