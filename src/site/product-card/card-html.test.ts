import { expect, it, vi } from 'vitest';
import type { Card } from '#site/product-data/card.ts';

vi.mock('astro:env/client', () => ({ PUBLIC_API_URL: '', PUBLIC_IMAGE_URL: '' }));
const { cardHtml, cardsHtml } = await import('./card-html.ts');

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
const html = (fields: Partial<Card>) =>
  cardHtml({ ...card, ...fields }, { now: NOW, level: 2 }).text;

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

it('links to the page of a set with a choice, and cannot be added', () => {
  const set = html({ choose: 2 });
  expect(set).not.toContain('data-action="add-to-cart"');
  expect(set).toMatch(
    /<a class="[^"]*card-add[^"]*" href="\/products\/oud" aria-label="Choose what is in Tom Ford Oud Wood">/,
  );
  expect(set).toContain('&#34;choose&#34;:2');
});

it('on the first screen the first row is fetched at once, the second after it, and the others when they are near', () => {
  const ofFive = cardsHtml(Array(5).fill(card), { now: NOW, level: 2, first: true }).text;
  expect(ofFive.match(/fetchpriority="\w+"/g)).toEqual([
    'fetchpriority="high"',
    'fetchpriority="high"',
    'fetchpriority="low"',
    'fetchpriority="low"',
  ]);
  expect(ofFive.match(/loading="lazy"/g)).toHaveLength(3);
  expect(cardsHtml([card], { now: NOW, level: 3 }).text).not.toContain('fetchpriority');
});
