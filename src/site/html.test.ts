import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { PictureMeta, Product } from '#contract/product.ts';
import type { Card } from '#site/product-data/card.ts';
import { type Html, html, raw } from './html.ts';

vi.mock('astro:env/client', () => ({ PUBLIC_API_URL: '', PUBLIC_IMAGE_URL: '' }));
const { cardHtml } = await import('#site/product-card/card-html.ts');
const { galleryHtml } = await import('#site/product/gallery/gallery-html.ts');
const { pictureHtml, productPictureHtml } = await import('#site/product-data/picture-html.ts');
const { badgeHtml, priceHtml } = await import('#site/product-data/price-html.ts');
const { productTextHtml } = await import('#site/product/product-text-html.ts');
const { iconHtml } = await import('#site/icons/icon-html.ts');
const { paginationHtml } = await import('#site/listing/pagination.ts');

it('escapes texts, keeps markup, draws lists in turn, and nothing of what is not there', () => {
  const item = (text: string) => html`<li title="${text}">${text}</li>`;
  expect(html`<ul>${['a', '<b>"&'].map(item)}</ul>`.text).toBe(
    '<ul><li title="a">a</li><li title="&#60;b>&#34;&#38;">&#60;b>&#34;&#38;</li></ul>',
  );
  expect(html`${null}${undefined}${false}${''}${[]}|${0}|${raw('<br>')}`.text).toBe('|0|<br>');
});

/** Returns the elements and attributes of markup, without values. */
const shape = ({ text }: Html) => text.match(/<\/?[a-z]+\d?| [a-z-]+="/g);

/** On one line: a description has one paragraph for each line. */
const text = fc
  .string({ minLength: 1 })
  .map((some) => `${some}" onload="<script>'&${some}`.replace(/[\r\n]/g, ''));
const meta = { width: 1, height: 1, color: '#fff' } as PictureMeta;
const card: Card = {
  id: 'oud',
  name: 'Oud',
  brand: 'Tom Ford',
  price: 10_000,
  discount: { percentage: 10, expiresAt: null } as unknown as Card['discount'],
  image: '/a.jpg',
  qtyAvailable: 3,
  concentration: 'Eau de Parfum',
};
const options = { now: 0, level: 2 } as const;
const gallery = { name: 'Oud', urls: ['/a.jpg', '/b.jpg'], tag: '2 ml' };

/** Each function, with the same text in all fields. */
const drawn: Record<string, (field: string) => Html> = {
  card: (field) =>
    cardHtml(
      { ...card, id: field, name: field, brand: field, concentration: field, image: field },
      { ...options, imageSizes: field },
    ),
  'card of a set': (field) => cardHtml({ ...card, id: field, name: field, choose: 2 }, options),
  gallery: (field) =>
    galleryHtml({
      ...gallery,
      name: field,
      urls: [field, field],
      pictures: [
        { ...meta, alt: field, color: field },
        { ...meta, alt: field },
      ],
      tag: field,
    }),
  'gallery without words for its pictures': (field) => galleryHtml({ ...gallery, name: field }),
  picture: (field) => pictureHtml([{ srcset: field, sizes: field }], { src: field, alt: field }),
  'picture of a product': (field) =>
    productPictureHtml({
      image: field,
      alt: field,
      sizes: field,
      meta: { ...meta, color: field },
    }),
  'text of a product': (field) =>
    productTextHtml(
      {
        ...card,
        name: field,
        brand: field,
        concentration: field,
        description: field,
        tags: [field, field],
        ratings: 4,
        numReviews: 2,
        choose: 2,
      } as Product,
      { ...options, url: field, related: true, alert: true, choice: html`<i></i>` },
    ),
  price: (field) => priceHtml(field, field),
  badge: badgeHtml,
  icon: iconHtml,
  pagination: (field) => paginationHtml(2, 3, () => field),
};

it.each(Object.entries(drawn))('no text can add an element or an attribute to a %s', (_, draw) => {
  const plain = shape(draw('plain'));
  expect(draw('plain').text).toContain('plain');
  fc.assert(
    fc.property(text, (hostile) => {
      expect(shape(draw(hostile))).toEqual(plain);
    }),
  );
});
