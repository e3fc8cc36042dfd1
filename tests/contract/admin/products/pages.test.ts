import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { products } from '#backend/products/tables.ts';
import { staffActions } from '#backend/staff/action-tables.ts';
import {
  isOrigin,
  type Known,
  PRODUCT_FIELDS,
  productFields,
} from '#domain/products/product-fields.ts';
import { partsOf } from '#domain/products/sets.ts';
import { product } from '../../shop.harness.ts';
import {
  MOST_BYTES,
  type OfficeShop,
  openOffice,
  type Person,
  type Seen,
  weigh,
} from '../office.harness.ts';

/** The pages of products in the back office. */
let shop: OfficeShop;
let ada: Person;
let bola: Person;
let packer: Person;
beforeAll(async () => {
  shop = await openOffice();
  ada = await shop.signIn('owner', 'Ada');
  bola = await shop.signIn('owner', 'Bola');
  packer = await shop.signIn('packer', 'Musa');
});
afterAll(() => shop.close());
beforeEach(async () => {
  const many = Array.from({ length: 40 }, (_, n) =>
    product({ id: `musk-${n}`, name: `Musk ${String(n).padStart(2, '0')}`, brand: 'Dior' }),
  );
  await shop.services.db.delete(products);
  await writeCatalogue(shop.services.db, (transaction) =>
    insertProducts(transaction, [
      product({ id: 'oud', name: 'Oud & <Rose>', brand: 'Tom Ford', tags: ['smoke'] }),
      product({ id: 'last', name: 'Last One', stock: 2, discountType: 'fixed', discountAmount: 5 }),
      product({ id: 'gone', name: 'Gone', stock: 0 }),
      product({ id: 'secret', name: 'Secret', status: 'hidden' }),
      ...many,
    ]),
  );
});

const OUD = '/admin/products/oud';
const rowOf = async (id = 'oud') =>
  (await shop.services.db.select().from(products).where(eq(products.id, id)))[0];
const onHand = async () =>
  (await shop.services.db.select().from(stock).where(eq(stock.productId, 'oud')))[0]?.onHand;
const formOf = (page: Seen, action: string) => {
  const form = page.forms.find((each) => each.action === action);
  if (!form) throw new Error(`No form for ${action}`);
  return form;
};
const fieldOf = (page: Seen, action: string, name: string) =>
  formOf(page, action).fields.find(([field]) => field === name)?.[1];

test('every declared fact has a field with its limit, and reaches shoppers from there', async () => {
  const page = await ada.open(OUD);
  const typed = Object.fromEntries(productFields.map(({ csv, example }) => [csv, String(example)]));
  for (const { csv, kind, most } of productFields) {
    expect(fieldOf(page, OUD, csv), csv).toBe('');
    if (kind === 'text')
      expect(page.html).toMatch(new RegExp(`<input[^>]*name="${csv}"[^>]*maxlength="${most}"`));
  }
  const parts = partsOf({ parts: PRODUCT_FIELDS.parts.example });
  await writeCatalogue(shop.services.db, (transaction) =>
    insertProducts(
      transaction,
      parts.map(({ productId: id }) => product({ id })),
    ),
  );
  await ada.submit(OUD, OUD, typed);
  const told = (await shop.app.request('/api/product/oud')).json();
  const { product: sent } = (await told) as { product: Known };
  for (const field of productFields) {
    const from: Record<string, unknown> = { ...(isOrigin(field) ? sent.provenance : sent) };
    expect(from[field.name], field.csv).toBe(field.example);
  }
});

describe('the list', () => {
  const names = ({ html }: Seen) =>
    [...html.matchAll(/<a href="\/admin\/products\/([^"/]+)">/g)].map(([, id]) => id);

  test('finds by words, hidden products too, and filters', async () => {
    const at = async (query: string) => names(await ada.open(`/admin/products?${query}`));
    expect(await at('q=ford+OUD')).toEqual(['oud']);
    expect(await at('q=smoke')).toEqual(['oud']);
    expect(await at('q=secret')).toEqual(['secret']);
    expect(await at('view=hidden')).toEqual(['secret']);
    expect(await at('view=low')).toEqual(['last']);
    expect(await at('view=sold-out')).toEqual(['gone']);
    expect(await at('view=discounted')).toEqual(['last']);
    expect(await at('view=low&q=oud')).toEqual([]);
    // Pattern characters are ordinary ones.
    expect(await at('q=%25')).toEqual([]);
    expect((await ada.open('/admin/products?q=zz')).text).toContain('No product has ‘zz’');
  });

  test('has pages that keep the search; a page number that is too high shows the last page', async () => {
    const first = await ada.open('/admin/products?q=musk');
    expect([names(first).length, first.text.includes('Page 1 of 2')]).toEqual([30, true]);
    expect(first.html).toContain('/admin/products?q=musk&amp;page=2');
    expect(names(await ada.open('/admin/products?q=musk&page=2'))).toHaveLength(10);
    expect((await ada.open('/admin/products?q=musk&page=99')).text).toContain('Page 2 of 2');
    expect((await ada.open('/admin/products?page=no')).status).toBe(200);
  });
});

describe('the page of a product', () => {
  test('saves what was typed, confirms it, links to the shop, and names the person', async () => {
    const saved = await ada.submit(OUD, OUD, { price: '12,500', discount: '10%' });
    expect(saved.text).toContain('Saved: Price and Discount. Shoppers see it in seconds.');
    expect(saved.text).toContain('Ada changed');
    expect(saved.text).toContain('Price: 10000 → 12500');
    expect(saved.html).toContain('http://127.0.0.1:4321/products/oud"');
    expect(await rowOf()).toMatchObject({ priceKobo: 1_250_000, name: 'Oud & <Rose>' });
    // Saving it unchanged changes nothing: every field goes out and comes back the same.
    const logged = await shop.services.db.$count(staffActions);
    expect((await ada.submit(OUD, OUD)).text).toContain('Nothing was different');
    expect(await shop.services.db.$count(staffActions)).toBe(logged);
  });

  test('gives each list entry a line, and accepts the line breaks of browsers', async () => {
    await ada.submit(OUD, OUD, { tags: 'smoke\r\n a|b \r\n\r\n', description: 'One.\r\nTwo.' });
    expect(await rowOf()).toMatchObject({ tags: ['smoke', 'a|b'], description: 'One.\nTwo.' });
    const page = await ada.open(OUD);
    expect(fieldOf(page, OUD, 'tags')).toBe('smoke\na|b');
  });

  test('shows a mistake at its field, keeps what was typed, and saves nothing', async () => {
    const refused = await ada.submit(OUD, OUD, { price: 'much', name: 'Another' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Price is 'much': write naira such as 12500");
    expect(refused.html).toMatch(/href="#[\w-]*price"/);
    expect(fieldOf(refused, OUD, 'name')).toBe('Another');
    expect(fieldOf(refused, OUD, 'price')).toBe('much');
    expect(await rowOf()).toMatchObject({ name: 'Oud & <Rose>', priceKobo: 1_000_000 });
    // A refused form can be fixed and sent.
    const corrected = await ada.send(formOf(refused, OUD), { price: '11000' });
    expect(corrected.status).toBe(303);
    expect(await rowOf()).toMatchObject({ name: 'Another', priceKobo: 1_100_000 });
  });

  test('shows both versions to the later of two people, and saves what she decides', async () => {
    const [first, second] = [await ada.open(OUD), await bola.open(OUD)];
    await ada.send(formOf(first, OUD), { price: '12000', brand: 'TF' });
    const late = await bola.send(formOf(second, OUD), { price: '11000', concentration: 'Parfum' });
    expect(late.status).toBe(409);
    expect(late.text).toContain('Ada changed this product while you were typing');
    expect(late.text).toContain('Now in the shop: 12000');
    const typed = Object.fromEntries(formOf(late, OUD).fields);
    expect([typed.price, typed.concentration, typed.brand]).toEqual(['11000', 'Parfum', 'TF']);
    expect(await rowOf()).toMatchObject({ priceKobo: 1_200_000, brand: 'TF', concentration: null });
    expect((await bola.send(formOf(late, OUD))).status).toBe(303);
    const both = { priceKobo: 1_100_000, brand: 'TF', concentration: 'Parfum' };
    expect(await rowOf()).toMatchObject(both);
  });

  test('adds to the stock once, though the form is sent twice', async () => {
    const form = formOf(await packer.open(OUD), `${OUD}/stock`);
    const sent = { stock: '12', sign: '+' };
    const answers = [await packer.send(form, sent), await packer.send(form, sent)];
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(answers[1]?.location).toBe(answers[0]?.location);
    expect(await onHand()).toBe(32);
    const shown = await packer.open(answers[1]?.location ?? '');
    expect(shown.text).toContain('12 added. On the shelf now: 32.');
    expect((await packer.submit(OUD, `${OUD}/stock`, { stock: '3', sign: '-' })).text).toContain(
      '3 taken off. On the shelf now: 29.',
    );
    const wrong = await packer.submit(OUD, `${OUD}/stock`, { stock: 'a box', sign: '+' });
    expect([wrong.status, await onHand()]).toEqual([400, 29]);
  });

  test('hides and deletes', async () => {
    const hidden = await ada.submit(OUD, `${OUD}/status`, { verb: 'hide' });
    expect(hidden.text).toContain('Oud & <Rose> is hidden now.');
    expect((await ada.open(OUD)).text).toContain('Hidden: shoppers do not find it.');
    expect((await shop.get('/api/product/oud')).status).toBe(404);
    const gone = await ada.submit(`${OUD}/delete`, `${OUD}/delete`);
    expect(gone.text).toContain('Oud & <Rose> is deleted.');
    expect((await ada.open(OUD)).status).toBe(404);
  });

  test('lets a packer change the stock and read everything else', async () => {
    const page = await packer.open(OUD);
    expect(page.forms.map(({ action }) => action)).toEqual([`${OUD}/stock`]);
    expect(page.text).toContain('Price ₦10,000');
    const [form] = page.forms;
    if (!form) throw new Error('No form');
    for (const action of [OUD, `${OUD}/status`, `${OUD}/delete`, `${OUD}/pictures`]) {
      const answer = await packer.send({ ...form, action }, { price: '1', verb: 'hide' });
      expect(answer.status, action).toBe(403);
    }
    expect(await rowOf()).toMatchObject({ priceKobo: 1_000_000, status: 'shown' });
  });
});

test('a new product is added once, and what was typed survives a mistake', async () => {
  const path = '/admin/products/new/product';
  const refused = await ada.submit(path, path, {
    name: 'Lost Cherry',
    brand: 'Tom Ford',
    stock: '7',
  });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('Price must not be empty');
  expect(fieldOf(refused, path, 'name')).toBe('Lost Cherry');
  const form = formOf(refused, path);
  const sent = [await ada.send(form, { price: '9000' }), await ada.send(form, { price: '9000' })];
  expect(sent.map(({ status }) => status)).toEqual([303, 303]);
  expect(await rowOf('tom-ford-lost-cherry')).toMatchObject({
    priceKobo: 900_000,
    status: 'shown',
  });
  const twin = await ada.submit(path, path, {
    name: 'Lost Cherry',
    brand: 'Tom Ford',
    price: '1',
  });
  expect([twin.status, twin.text.includes('You already have a product with this name.')]).toEqual([
    400,
    true,
  ]);
});

test('another size needs only size, price and stock, and joins the same card', async () => {
  await shop.services.db
    .update(products)
    .set({ sizeMl: 50, description: 'Smoke and wood.', sku: 'OUD-50' })
    .where(eq(products.id, 'oud'));
  const { html } = await ada.open(OUD);
  const address = '/admin/products/new/product?size=oud';
  expect(html).toContain(`href="${address}"`);
  const action = '/admin/products/new/product';
  const refused = await ada.submit(address, action, { size_ml: '', price: '' });
  expect([refused.status, (await rowOf())?.group]).toEqual([400, null]);
  const added = await ada.submit(address, action, {
    size_ml: '100 ml',
    price: '90000',
    stock: '4',
  });
  expect(added.text).toContain('Added.');
  const copied = { brand: 'Tom Ford', tags: ['smoke'], description: 'Smoke and wood.', sku: null };
  const [size] = await shop.services.db.select().from(products).where(eq(products.sizeMl, 100));
  expect(size).toMatchObject({ ...copied, name: 'Oud & <Rose> 100 ml', group: 'oud' });
  expect((await rowOf())?.group).toBe('oud');
  const again = await ada.submit(address, action, { size_ml: '100', price: '90000' });
  expect(again.text).toContain(
    'You already have a product with this name. For another size, add it to the name.',
  );
});

test('a copy of a product has everything but its price, stock, pictures and code', async () => {
  const copy = await ada.open('/admin/products/new/product?copy=oud');
  const fields = new Map(formOf(copy, '/admin/products/new/product').fields);
  expect([fields.get('name'), fields.get('tags'), fields.get('price')]).toEqual([
    'Oud & <Rose>',
    'smoke',
    '',
  ]);
});

test('every page of products is below 40 kB', async () => {
  const words = 'Ambre & cuir, « très » long. '.repeat(170);
  await ada.submit(OUD, OUD, { description: words });
  for (const path of ['', '/oud', '/oud/delete', '/new/product']) {
    expect(await weigh(ada, `/admin/products${path}`), path).toBeLessThan(MOST_BYTES);
  }
});

test('the log of a product is found by its id, newest first', async () => {
  await ada.submit(OUD, OUD, { price: '1' });
  await bola.submit(OUD, OUD, { price: '2' });
  const { text } = await ada.open(OUD);
  expect(text.indexOf('Bola changed')).toBeLessThan(text.indexOf('Ada changed'));
  const rows = await shop.services.db.select().from(staffActions).orderBy(asc(staffActions.id));
  expect(rows.at(-1)).toMatchObject({ subject: 'oud', recordedBy: 'Bola' });
});
