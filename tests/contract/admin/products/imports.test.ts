import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parts } from '#backend/merchant-files/tables/xlsx/xlsx.harness.ts';
import { zip } from '#backend/merchant-files/tables/xlsx/zip.harness.ts';
import { cookieHeader } from '#backend/office/frame/cookie.ts';
import { products } from '#backend/products/tables.ts';
import { MOST_BYTES, type OfficeShop, openOffice, type Person, weigh } from '../office.harness.ts';

/** An owner's catalogue in the back office, from the file to its undoing. */
const FILES = '/admin/products/import/files';

let shop: OfficeShop;
let ada: Person;
beforeAll(async () => {
  shop = await openOffice();
  ada = await shop.signIn('owner', 'Ada');
});
afterAll(() => shop.close());
afterEach(async () => {
  await shop.services.db.execute(sql`truncate imports, import_mappings cascade`);
  await shop.services.db.delete(products);
});

/** Runs the background work on files. */
const work = async () => {
  await shop.services.imports.tasks[0]?.round(new AbortController().signal);
};
const csv = (text: string, name = 'list.csv') => new File([text], name, { type: 'text/csv' });
/** Uploads a file and has it read. Returns the address of its page. */
async function bring(file: File): Promise<string> {
  const form = (await ada.open(FILES)).forms.find(({ action }) => action === FILES);
  if (!form) throw new Error('There is no form');
  const sent = await ada.send(form, { file });
  expect(sent.status).toBe(303);
  await work();
  return (sent.location ?? '').replace(/\?.*$/, '');
}
/** Presses a button of an import, and has the work done. */
async function press(page: string, step: string, fields = {}) {
  const seen = await ada.submit(page, `${page}/${step}`, fields);
  await work();
  return { seen, after: await ada.open(page) };
}
const LIST =
  'Perfume,Selling Price,Qty\n"Lattafa Asad 100ml EDP","₦38,500",12\n"Lattafa Khamrah 100ml",25k,Available\nTOTAL,,12\n';

describe('a file in the back office', () => {
  test('is read, asked about, imported and undone', async () => {
    const page = await bring(csv(LIST));
    const asking = await ada.open(page);
    expect(asking.text).toContain('Read as your own list: 3 rows');
    expect(asking.text).toContain("The stock says 'Available' (row 3). How many units are there?");
    expect(asking.html).not.toContain(`${page}/start`);
    const { after: ready } = await press(page, 'answers', { stock: '4' });
    expect(ready.text).toContain('Import 2 products');
    expect(ready.text).toContain('Left out 1');
    expect(await shop.services.db.$count(products)).toBe(0);
    const { after: imported } = await press(page, 'start');
    expect(imported.text).toContain('Imported by Ada');
    expect(await shop.services.db.$count(products)).toBe(2);
    const { after: undone } = await press(page, 'undo');
    expect(undone.text).toContain('Undone by Ada');
    expect(await shop.services.db.$count(products)).toBe(0);
  });

  test('says while it waits that the page may be closed, and reloads by itself', async () => {
    const form = (await ada.open(FILES)).forms.find(({ action }) => action === FILES);
    const sent = form && (await ada.send(form, { file: csv(LIST) }));
    const waiting = await ada.open(sent?.location ?? '');
    expect(waiting.text).toContain('The file is being read. Nothing in the shop changes.');
    expect(waiting.html).toMatch(/<meta http-equiv="refresh" content="\d+"/);
    await work();
    expect((await ada.open(sent?.location ?? '')).html).not.toContain('http-equiv="refresh"');
  });

  test('shows what changes, field by field', async () => {
    await bring(csv('id,name,price\noud,Oud,5000\n')).then((page) => press(page, 'start'));
    const page = await bring(csv('id,name,price\noud,Oud,6500\n'));
    const seen = await ada.open(page);
    expect(seen.text).toContain('Changed 1');
    expect(seen.text).toContain('Price 5000 → 6500');
  });

  test('that is in the shop already is named, unless it was undone', async () => {
    const file = () => csv('id,name,price\noud,Oud,5000\n');
    const first = await bring(file());
    await press(first, 'start');
    expect((await ada.open(await bring(file()))).text).toContain('Ada imported this very file');
    await press(first, 'undo');
    expect((await ada.open(await bring(file()))).text).not.toContain('this very file');
  });

  test('that brings only pictures says so on its button', async () => {
    await press(await bring(csv('id,name,price\noud,Oud,5000\n')), 'start');
    const page = await bring(
      csv('id,name,price,pictures\noud,Oud,5000,https://pictures.example/1.jpg\n'),
    );
    const { after: ready } = await press(page, 'answers', { pictures: 'fetch' });
    expect(ready.text).toContain('Download 1 picture');
    const { after: without } = await press(page, 'answers', { pictures: 'leave' });
    expect(without.text).toContain('Import it: nothing changes');
  });

  test('of several sheets asks which of them has the products', async () => {
    const sheet = (name: string, ...cells: string[]) => ({
      name,
      rows: `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`,
    });
    const list = sheet('Prices', 'Perfume', 'Price', 'Qty');
    list.rows += sheet('', 'Oud', '5,000', '2').rows;
    const book = zip(parts([sheet('Notes', 'Ask Bola'), list]));
    const page = await bring(new File([Uint8Array.from(book)], 'book.xlsx'));
    expect((await ada.open(page)).text).toContain("'Notes', 'Prices'. Write the name of the one");
    const { after: unknown } = await press(page, 'answers', { sheet: 'Rates' });
    expect(unknown.text).toContain("The file has no sheet 'Rates'");
    const { after: ready } = await press(page, 'answers', {
      sheet: 'prices',
      currency: 'NGN',
    });
    expect(ready.text).toContain('Import 1 product');
  });

  test('of another program leads to a question, and is read as a list after her answer', async () => {
    const files = new URL(
      '../../../../src/backend/products/files/understanding/files/others/',
      import.meta.url,
    );
    const text = await readFile(new URL('squarespace.csv', files), 'utf8');
    const page = await bring(csv(text));
    const asked = await ada.open(page);
    expect(asked.text).toContain('This looks like a file of another program, which the shop');
    expect(asked.html).not.toContain(`${page}/start`);
    const answers = { currency: 'NGN', commas: 'split', stock: '1' };
    const { after: still } = await press(page, 'answers', answers);
    expect(still.text).toContain('This looks like a file of another program');
    expect(still.html).not.toContain(`${page}/start`);
    const { after: ready } = await press(page, 'answers', { program: 'list' });
    expect(ready.html).toContain(`${page}/start`);
    await press(page, 'start');
    const written = await shop.services.db.select().from(products);
    expect(written.map(({ name, status }) => [name, status]).toSorted()).toEqual([
      ['Neroli of Ogun', 'shown'],
      ['Neroli of Ogun', 'shown'],
      ['Old Leather', 'hidden'],
    ]);
  });

  test('for Google, as XML, is read like a table', async () => {
    const item =
      '<item><g:id>x</g:id><title>Oud</title><link>https://a.example/p/oud</link><g:image_link></g:image_link><g:availability>out_of_stock</g:availability><g:price>5000 NGN</g:price></item>';
    const page = await bring(
      csv(`<?xml version="1.0"?><rss xmlns:g="x"><channel>${item}</channel></rss>`, 'feed.xml'),
    );
    expect((await ada.open(page)).text).toContain('Import 1 product');
  });

  test('can be read with other columns', async () => {
    const page = await bring(csv('Scent,Naira,Left\nOud,5000,2\n'));
    const unknown = await ada.open(page);
    expect(unknown.text).toContain('The shop does not know these headings');
    const fields = { 'column-0': 'name', 'column-1': 'price', 'column-2': 'stock' };
    expect((await ada.open(`${page}/columns`)).text).toContain('Scent Oud Not read');
    await ada.submit(`${page}/columns`, `${page}/columns`, fields);
    await work();
    expect((await ada.open(page)).text).toContain('Import 1 product');
  });

  test.each([
    ['38500', 'NGN', 'The file does not name a currency. Are these naira?'],
    ['95', '', 'The file does not name a currency, and some prices are below ₦1,000 (row 2).'],
  ])(
    'asks for the currency of a price such as %s, with %j chosen',
    async (price, chosen, words) => {
      const page = await bring(csv(`Perfume,Price,Qty\nOud,${price},1\n`));
      const asking = await ada.open(page);
      expect(asking.text).toContain(words);
      const form = asking.forms.find(({ action }) => action === `${page}/answers`);
      expect(form?.fields).toContainEqual(['currency', chosen]);
      const { after } = await press(page, 'answers', { currency: 'USD' });
      expect(after.text).toContain('Prices are in USD (row 2). What is one USD in naira?');
    },
  );

  test('names the columns that are not read first, with a way to map them', async () => {
    const page = await bring(csv('S/N,Perfume,Price,Amount,Qty\n1,Oud,₦5000,7,1\n'));
    const asking = await ada.open(page);
    expect(asking.text).toContain('Not read: S/N, Amount. Say what they mean');
    expect(asking.html).toContain(`href="${page}/columns"`);
  });

  test('asks in plain words which of two rows to use', async () => {
    const page = await bring(csv('Perfume,Price,Qty\nOud,₦5000,1\nOud,₦6000,1\nMusk,₦900,1\n'));
    const asking = await ada.open(page);
    expect(asking.text).toContain(
      "Some products have several rows, such as 'Oud' (rows 2, 3). Which row counts, or are they different sizes?",
    );
    expect(asking.text).not.toMatch(/\bid\b/i);
    const { after } = await press(page, 'answers', { twins: 'last' });
    expect(after.text).toContain('Import 2 products');
    expect(after.text).toContain('Left out 1');
  });

  test('keeps what was typed beside what is wrong with it', async () => {
    const page = await bring(csv('Perfume,Price,Currency,Stock\nOud,50,GBP,unknown\n'));
    const refused = await ada.submit(page, `${page}/answers`, { 'rate-GBP': 'two', stock: '7' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Write how many naira one GBP is, such as 2100.');
    const form = refused.forms.find(({ action }) => action === `${page}/answers`);
    expect(form?.fields).toContainEqual(['rate-GBP', 'two']);
    expect(form?.fields).toContainEqual(['stock', '7']);
  });

  test('is not started by an outdated form', async () => {
    const page = await bring(csv(LIST));
    await press(page, 'answers', { stock: '4' });
    const old = (await ada.open(page)).forms.find(({ action }) => action === `${page}/start`);
    await press(page, 'answers', { stock: '5' });
    if (!old) throw new Error('There is no button');
    const refused = await ada.send(old);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('Somebody has gone on with this import meanwhile');
  });

  test('can be cancelled before it has begun', async () => {
    const page = await bring(csv(LIST));
    const { seen } = await press(page, 'drop');
    expect(seen.text).toContain('Nothing in the shop has changed.');
    expect((await ada.open(page)).status).toBe(404);
  });
});

describe('an upload', () => {
  const form = async () => {
    const found = (await ada.open(FILES)).forms.find(({ action }) => action === FILES);
    if (!found) throw new Error('There is no form');
    return found;
  };

  test('of nothing is refused at its field', async () => {
    const refused = await ada.send(await form());
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Choose a file first.');
  });

  test('of a sheet over 20 MB is refused with both limits, and leaves nothing', async () => {
    const large = csv(`name,price\n${'x'.repeat(21 * 1024 * 1024)}`);
    const refused = await ada.send(await form(), { file: large });
    expect(refused.status).toBe(413);
    expect(refused.text).toContain('a sheet may have 20 MB, and a ZIP with pictures 500 MB');
    expect((await ada.open(FILES)).text).toContain('No file has been uploaded yet.');
  });

  test('that is interrupted leaves nothing, and the same form can be sent again', async () => {
    const sent = await form();
    const body = new FormData();
    for (const [name, value] of sent.fields) body.append(name, value);
    body.append('file', csv(LIST));
    const whole = new Response(body);
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const broken = new ReadableStream({
      start(stream) {
        stream.enqueue(bytes.subarray(0, bytes.length - 60));
        stream.error(new Error('The line was cut'));
      },
    });
    const answer = await shop.app.request(shop.origin + FILES, {
      method: 'POST',
      headers: {
        cookie: cookieHeader(shop.origin, ada.token),
        origin: shop.origin,
        'content-type': whole.headers.get('content-type') ?? '',
      },
      body: broken,
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await ada.open(FILES)).text).toContain('No file has been uploaded yet.');
    expect((await ada.send(sent, { file: csv(LIST) })).status).toBe(303);
  });

  test('of a packer is refused', async () => {
    const musa = await shop.signIn('packer');
    expect((await musa.open(FILES)).status).toBe(403);
    expect((await musa.send(await form(), { file: csv(LIST) })).status).toBe(403);
    expect((await ada.open(FILES)).text).toContain('No file has been uploaded yet.');
  });

  test('of another site is refused', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    const refused = await ada.send(await form(), { file: csv(LIST) }, headers);
    expect(refused.status).toBe(403);
  });
});

test('a page of 5,000 products and sixty columns weighs at most 40 kB', async () => {
  const headings = Array.from({ length: 57 }, (_, at) => `A column of another program, ${at}`);
  const row = (at: number) => [
    `p${at}`,
    `Lattafa Asad number ${at}`,
    '5000',
    ...headings.map(() => 'something'),
  ];
  const lines = [
    ['Handle', 'Perfume', 'Price', ...headings],
    ...Array.from({ length: 5000 }, (_, at) => row(at)),
  ];
  const page = await bring(
    csv(lines.map((cells) => cells.map((c) => `"${c}"`).join(',')).join('\n')),
  );
  expect(await weigh(ada, page)).toBeLessThanOrEqual(MOST_BYTES);
  expect(await weigh(ada, `${page}/columns`)).toBeLessThanOrEqual(MOST_BYTES);
  expect(await weigh(ada, FILES)).toBeLessThanOrEqual(MOST_BYTES);
});
