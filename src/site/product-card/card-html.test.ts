import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { Card } from '#site/product-data/card.ts';

vi.mock('astro:env/client', () => ({ PUBLIC_API_URL: '', PUBLIC_IMAGE_URL: '' }));
const { cardHtml, cardsHtml } = await import('./card-html.ts');
const { escaped } = await import('#site/product-data/picture-html.ts');

const NOW = Date.parse('2026-06-01T12:00:00Z');
const card: Card = {
  id: 'oud',
  name: 'Tom Ford Oud Wood',
  brand: 'Tom Ford',
  price: 345_000,
  discount: null,
  image: '/a.jpg',
  qtyAvailable: 3,
  concentration: 'Eau de Parfum',
};
const html = (fields: Partial<Card>) => cardHtml({ ...card, ...fields }, { now: NOW, level: 2 });
const tags = (markup: string) => markup.match(/<\/?[a-z]+\d?/g);

it('no text of a backend can add an element or an attribute', () => {
  const text = fc.string({ minLength: 1 }).map((some) => `${some}"><script>'&${some}`);
  fc.assert(
    fc.property(text, text, text, text, (name, brand, concentration, image) => {
      const markup = html({ name, brand, concentration, image });
      expect(tags(markup)).toEqual(tags(html({})));
      expect(markup.match(/ [a-z-]+="/g)).toEqual(html({}).match(/ [a-z-]+="/g));
    }),
  );
});

it('carries its product for scripts', () => {
  const [, json = ''] = /data-product="([^"]*)"/.exec(html({ name: '"Oud" & <Rose>' })) ?? [];
  const text = json.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  expect(JSON.parse(text)).toEqual({
    id: 'oud',
    name: '"Oud" & <Rose>',
    price: 345_000,
    discount: null,
    image: '/a.jpg',
    qtyAvailable: 3,
  });
});

it('a sold-out card cannot be added, and one without facts has no line for them', () => {
  expect(html({})).not.toContain(' disabled');
  expect(html({ qtyAvailable: 0 })).toContain(' disabled');
  expect(html({})).toContain('card-facts');
  expect(html({ concentration: undefined })).not.toContain('card-facts');
});

it('of a set that the shopper chooses from leads to its page, and cannot be added', () => {
  const set = html({ choose: 2 });
  expect(set).not.toContain('data-action="add-to-cart"');
  expect(set).toMatch(
    /<a class="[^"]*card-add[^"]*" href="\/products\/oud" aria-label="Choose what is in Tom Ford Oud Wood">/,
  );
  expect(set).toContain(escaped('"choose":2'));
});

it('on the first screen the first row is fetched at once, the second after it, and the others when they are near', () => {
  const ofFive = cardsHtml(Array(5).fill(card), { now: NOW, level: 2, first: true });
  expect(ofFive.match(/fetchpriority="\w+"/g)).toEqual([
    'fetchpriority="high"',
    'fetchpriority="high"',
    'fetchpriority="low"',
    'fetchpriority="low"',
  ]);
  expect(ofFive.match(/loading="lazy"/g)).toHaveLength(3);
  expect(cardsHtml([card], { now: NOW, level: 3 })).not.toContain('fetchpriority');
});
