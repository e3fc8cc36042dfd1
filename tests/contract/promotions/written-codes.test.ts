import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCodes, makePromotion } from '#backend/promotions/making.ts';
import { offered } from '#backend/promotions/offers.ts';
import { promotionCodes, promotions } from '#backend/promotions/tables.ts';
import { codeNamed } from '#backend/promotions/typed-code.ts';
import { BOLA, openShop, orderBody, product, type TestShop } from '../shop.harness.ts';
import { make } from './promotions.harness.ts';

/** Codes as people write them: on a card, in a chat, by a phone's keyboard. */
let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({ products: [product({ id: 'oud', priceKobo: 1_000_000, stock: 900 })] });
});
afterAll(() => shop.close());

const quote = async (code: string) =>
  (await shop.post('/api/promotions/quote', { items: [{ productId: 'oud', quantity: 1 }], code }))
    .body;
const codesFor = async (beginning: string, count = 1) => {
  const { id } = await make(shop, { counts: 'codes' });
  const made = await makeCodes(shop.services.db, BOLA, id, { count, beginning });
  return made.ok ? made.value : expect.fail(made.refusal.message);
};

const DASHES = [
  '-',
  '\u2010',
  '\u2011',
  '\u2012',
  '–',
  '—',
  '−',
  '－',
  ' ',
  '\u00a0',
  '\u202f',
  ' - ',
  '',
];
const QUOTES = [
  ['', ''],
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ["'", "'"],
  ['‘', '’'],
  ['`', '`'],
  ['(', ')'],
] as const;
const wide = (text: string) =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const written = fc.record({
  dash: fc.constantFrom(...DASHES),
  quotes: fc.constantFrom(...QUOTES),
  end: fc.constantFrom('', '.', ' ', '。', '.”', ',', '!'),
  o: fc.constantFrom('0', 'O', 'o'),
  look: fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toLowerCase(),
    wide,
    (text: string) => text.replace(/(.{4})/g, '$1 '),
  ),
});

test('a code that the shop generated works in every spelling, and is stored as generated', async () => {
  const codes = await codesFor('THANKS', 30);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...codes), written, async (code, how) => {
      const text = how.look(code.replaceAll('0', how.o).replace('-', how.dash));
      const typed = `${how.quotes[0]}${text}${how.end}${how.quotes[1]}`;
      const { applied, refused } = await quote(typed);
      expect([typed, refused, applied[0]?.code]).toEqual([typed, undefined, code]);
    }),
    { numRuns: 120 },
  );
});

test('an order accepts it, stores the code as generated, and its uses count', async () => {
  const [code = ''] = await codesFor('CARD');
  const typed = `“${wide(code.replaceAll('0', 'O')).replace('－', '‑')}.”`;
  const order = { ...orderBody([['oud', 10_000, 1]]), code: typed, discount: 1000 };
  const first = await shop.post('/api/payment/initialize', order);
  expect([first.status, first.body.message]).toEqual([200, undefined]);
  const again = await shop.post('/api/payment/initialize', { ...order, code });
  expect(again.body.fields.code).toContain('has been used as often as it can be');
});

test('an exact match wins, and neither of two similar ones is guessed', async () => {
  const { db } = shop.services;
  const [one, other] = [await make(shop, { code: 'HELLO' }), await make(shop, { code: 'OTHER' })];
  // Codes from before there was a plain form.
  await db.insert(promotionCodes).values({ code: 'HELL0', promotionId: other.id });
  expect((await quote('hello')).applied[0].code).toBe('HELLO');
  expect((await quote(' HELL0')).applied[0].code).toBe('HELL0');
  expect((await quote('hel-lo')).refused.reason).toBe('unknown');
  await db.delete(promotionCodes).where(eq(promotionCodes.promotionId, other.id));
  expect((await quote('hel-lo.')).applied[0].code).toBe('HELLO');
  expect(one.id).not.toBe(other.id);
});

test('a new code that looks like another one is refused at its field', async () => {
  await make(shop, { code: 'SALLAH-2026' });
  const { db } = shop.services;
  const before = await db.$count(promotions);
  for (const code of ['SALLAH-2026', 'sallah2026', 'SALLAH_2O26']) {
    const made = await makePromotion(db, BOLA, { label: 'Another', per_cent: '5', code });
    const message = `There is a code ${code.toUpperCase()} already, or one that reads like it. Take another one.`;
    expect(made).toMatchObject({ refusal: { code: 'conflict', fields: { code: message } } });
  }
  expect(await db.$count(promotions)).toBe(before);
  const two = ['NEW-ONE', 'NEWONE'].map((code) =>
    makePromotion(db, BOLA, { label: 'At once', per_cent: '5', code }),
  );
  expect((await Promise.all(two)).filter(({ ok }) => ok)).toHaveLength(1);
});

test('thousands that are generated at once have as many plain forms', async () => {
  await codesFor('OUD-2O26', 10_000);
  const { rows } = await shop.services.db.execute(
    sql`select count(*)::int as all, count(distinct plain_code(code))::int as plain from promotion_codes`,
  );
  expect(rows[0]?.plain).toBe(rows[0]?.all);
});

test('it is looked up by two indexes, in the statement that finds the promotions', async () => {
  const { db } = shop.services;
  await db.execute(sql`analyze promotion_codes`);
  const { columns, promotion, code } = offered({ typed: 'THANKS' });
  const plans = [
    sql`select ${codeNamed('THANKS')}`,
    db.select(columns).from(promotions).leftJoin(promotionCodes, code).where(promotion).getSQL(),
  ];
  for (const plan of plans) {
    const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${plan}`);
    const text = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('promotion_codes_by_plain');
    expect(text).toContain('promotion_codes_pkey');
    expect(text).not.toContain('Seq Scan on promotion_codes');
  }
});
