import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emails } from '#backend/db/email-tables.ts';
import { orders } from '#backend/db/order-tables.ts';
import { stock } from '#backend/db/stock-tables.ts';
import { selectProducts } from '#backend/db/stocked-products.ts';
import { emailsOfOrder } from '#backend/mail/queue.ts';
import {
  cancelOrder,
  eachOrder,
  findByName,
  markRefunded,
  type OrderFilter,
} from '#backend/services/orders/admin.ts';
import { orderNumber } from '#domain/order.ts';
import { csvFile } from '#scripts/orders/export.ts';
import { orderSheet } from '#scripts/orders/sheet.ts';
import { orderTable } from '#scripts/orders/table.ts';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';
import { createFakePaystack, SUCCESS } from './paystack.fake.ts';
import { purchases } from './purchases.harness.ts';

const paystack = createFakePaystack();
let shop: TestShop;
let buying: ReturnType<typeof purchases>;
beforeAll(async () => {
  shop = await openShop({
    products: [product({ id: 'oud', name: 'Oud "Royal", intense', stock: 50 })],
    paystack,
    settings: { MERCHANT_EMAIL: 'orders@shop.example', RESERVED_PER_EMAIL: '1000' },
  });
  buying = purchases(shop, paystack);
});
afterAll(() => shop.close());
beforeEach(async () => {
  paystack.down = false;
  await shop.services.db.delete(orders);
  await shop.services.db.delete(emails);
  await shop.services.db.update(stock).set({ onHand: 50, reserved: 0, soldCount: 0 });
});

const { shippingInfo } = orderBody([]);
const typed = (change: Partial<typeof shippingInfo>) => ({
  shippingInfo: { ...shippingInfo, ...change },
});
const available = async () => (await selectProducts(shop.services.db))[0]?.stock;
const all = async <T>(pieces: AsyncIterable<T>): Promise<T[]> => {
  const got: T[] = [];
  for await (const piece of pieces) got.push(piece);
  return got;
};
const text = async (pieces: AsyncIterable<string>) => (await all(pieces)).join('');
const idsOf = async (filter: OrderFilter) =>
  (await all(eachOrder(shop.services.db, filter))).map((order) => order.id);
const merchantEmails = () =>
  shop.services.db.select().from(emails).where(like(emails.id, 'merchant-%'));

describe('phone numbers', () => {
  test.each([
    ['0803 123 4567', '+2348031234567'],
    ['(803) 123-4567', '+2348031234567'],
    ['+44 20 7946 0958', '+442079460958'],
    ['ask my brother', null],
  ])('%s is stored as typed, and as %s', async (phone, phoneE164) => {
    const order = await buying.orderOf(await buying.begin(1, typed({ phone })));
    expect(order).toMatchObject({ phone, phoneE164 });
  });
});

describe('emails to the merchant', () => {
  test('one for a paid order, however often the news arrives: what to pack, and where to send it', async () => {
    const change = typed({ phone: 'ask <b>Bola</b>', fullName: 'Ada & Sons' });
    const { id, reference } = await buying.pay(3, change);
    await buying.hear(reference, SUCCESS);
    const [email, ...more] = await merchantEmails();
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      id: `merchant-paid:${id}`,
      recipient: 'orders@shop.example',
      subject: `Order #${orderNumber(id)} is paid`,
    });
    for (const words of [
      '3 bottles to pack.',
      '3 × Oud "Royal", intense',
      'Delivery: Lagos – Ikeja',
      'Address: 1 Allen Avenue, Ikeja, Lagos, Nigeria',
      'Phone, as typed: ask <b>Bola</b>',
      'Phone: cannot be read as a number: check it',
      'Total paid: ₦33,000',
    ])
      expect(email?.text).toContain(words);
    expect(email?.text).not.toContain('Check the delivery');
    expect(email?.html).toContain('ask &#60;b&#62;Bola&#60;/b&#62;');
    expect(email?.html).toContain('Ada &#38; Sons');
    expect(email?.html).not.toContain('<b>');
  });

  test('gives a readable number for dialling, and asks to check a fee without a place', async () => {
    await buying.pay(1, { shippingLocation: undefined });
    const [email] = await merchantEmails();
    expect(email?.text).toContain('Phone: +2348031234567');
    expect(email?.text).toContain('Check the delivery');
  });

  test('one for a refund that is due: what, why, how much', async () => {
    const order = await buying.hear(await buying.begin(2), { ...SUCCESS, amountKobo: 2_299_999 });
    await buying.hear(order.reference, { ...SUCCESS, amountKobo: 2_299_999 });
    const sent = await merchantEmails();
    expect(sent.map((email) => email.id)).toEqual([`merchant-refund:${order.id}`]);
    for (const words of [
      'needs a refund',
      'Why: Paid, but not as asked (amount_too_small)',
      'Received: ₦22,999.99',
      'The order was for: ₦23,000',
      `Payment reference: ${order.reference}`,
      '2 × Oud',
    ])
      expect(sent[0]?.text).toContain(words);
    expect(sent[0]?.text).not.toMatch(/Ada|0803|Allen|example/);
  });

  test('no personal data of a deleted account, before and after the erasure', async () => {
    const reference = await buying.begin();
    const { db } = shop.services;
    const { id } = await buying.orderOf(reference);
    await db.update(orders).set({ eraseAt: sql`now() + interval '1 day'` });
    await buying.hear(reference, SUCCESS);
    const [email] = await merchantEmails();
    expect(email?.id).toBe(`merchant-paid:${id}`);
    expect(email?.text).toContain('Has deleted the account since.');
    expect(email?.text + (email?.html ?? '')).not.toMatch(/Ada|0803|803123|Allen|ada@/);
  });

  test('the erasure of an order removes its emails and both phone numbers', async () => {
    const { id } = await buying.pay();
    const { db } = shop.services;
    await db.update(orders).set({ eraseAt: sql`now()` });
    const { eraseOrders } = await import('#backend/services/orders/erasure.ts');
    await eraseOrders(db);
    expect(await db.$count(emails)).toBe(0);
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    expect(order).toMatchObject({ phone: '', phoneE164: null });
  });
});

describe('finding orders', () => {
  test('by status, and by days in Lagos, which begin at 23:00 UTC', async () => {
    const { db } = shop.services;
    const at = async (time: string, id: string) => {
      await db
        .update(orders)
        .set({ createdAt: new Date(time) })
        .where(eq(orders.id, id));
      return id;
    };
    const paid = await at('2026-11-20T23:00:00Z', (await buying.pay()).id);
    const late = await at('2026-11-21T22:59:59Z', (await buying.orderOf(await buying.begin())).id);
    const next = await at(
      '2026-11-21T23:00:00Z',
      (await buying.hear(await buying.begin(), { ...SUCCESS, amountKobo: 1 })).id,
    );
    const day = '2026-11-21';
    expect(await idsOf({ from: day, to: day })).toEqual([late, paid]);
    expect(await idsOf({ from: '2026-11-22' })).toEqual([next]);
    expect(await idsOf({ to: '2026-11-20' })).toEqual([]);
    expect(await idsOf({ status: 'paid' })).toEqual([paid]);
    expect(await idsOf({ status: 'pending', from: day })).toEqual([late]);
    expect(await idsOf({ status: 'refund' })).toEqual([next]);
    expect(await idsOf({ status: 'failed' })).toEqual([next]);
    expect(await idsOf({ status: 'cancelled' })).toEqual([]);
  });

  test('each once, when more than a page was made in one moment', async () => {
    await buying.begin();
    await shop.services.db.execute(sql`
      insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', 'ord_' || n, 'purchase_id', null, 'reference', 'tr-' || n,
        'created_at', o.created_at + (n % 3) * interval '1 microsecond'))).*
      from orders o, generate_series(1, 1203) n`);
    const ids = await idsOf({});
    expect(ids).toHaveLength(1204);
    expect(new Set(ids).size).toBe(1204);
  });

  test('by id, reference and number; a number of two orders names both', async () => {
    const { db } = shop.services;
    const one = await buying.orderOf(await buying.begin());
    for (const name of [one.id, one.reference, orderNumber(one.id), `#${orderNumber(one.id)}`])
      expect(await findByName(db, name)).toMatchObject({ ok: true, order: { id: one.id } });
    expect(await findByName(db, 'zzzzz')).toEqual({
      ok: false,
      sentence: expect.stringContaining("No order is called 'zzzzz'."),
    });
    const twin = `ord_twin${one.id.slice(-5)}`;
    await db.execute(sql`insert into orders select (jsonb_populate_record(o,
      jsonb_build_object('id', ${twin}::text, 'purchase_id', null, 'reference', 'tr-twin'))).* from orders o`);
    const found = await findByName(db, orderNumber(one.id));
    expect(found).toMatchObject({ ok: false, sentence: expect.stringContaining(twin) });
    expect(found).toMatchObject({ sentence: expect.stringContaining(one.id) });
  });
});

describe('what is printed', () => {
  test('the table is aligned, whatever a customer typed as a name', async () => {
    await buying.begin(2, typed({ fullName: `Ada\u001b[2J\n${'long '.repeat(20)}` }));
    await buying.pay(1);
    const table = await text(orderTable(eachOrder(shop.services.db, {})));
    const [head = '', first = '', second = '', , sum] = table.split('\n');
    expect(table).not.toContain('\u001b');
    expect(head.indexOf('Going to')).toBe(first.indexOf('Lagos – Ikeja'));
    expect(second.indexOf('Lagos – Ikeja')).toBe(first.indexOf('Lagos – Ikeja'));
    expect(sum).toBe('2 orders, ₦36,000');
    expect(await text(orderTable(eachOrder(shop.services.db, { to: '2020-01-01' })))).toBe(
      'No orders.\n',
    );
  });

  test('the sheet of an order has all that the merchant needs', async () => {
    const order = await buying.pay(2, typed({ phone: '803 123 4567' }));
    const found = await findByName(shop.services.db, order.id);
    if (!found.ok) throw new Error(found.sentence);
    const sheet = orderSheet(found.order, await emailsOfOrder(shop.services.db, found.order));
    for (const words of [
      `Order #${orderNumber(order.id)}`,
      '2 × ₦10,000',
      'Oud "Royal", intense (oud)',
      '+2348031234567',
      '803 123 4567',
      '1 Allen Avenue',
      'Received              ₦23,000',
      `is paid, to orders@shop.example: waits to be sent`,
      'is confirmed, to ada@example.com: waits to be sent',
      order.reference,
    ])
      expect(sheet).toContain(words);
  });

  test('the export has one line per order, a byte order mark, and no formula that runs', async () => {
    const order = await buying.pay(2, typed({ fullName: '=1+1', address: 'Line 1\nLine "2"' }));
    const file = await text(csvFile(eachOrder(shop.services.db, {})));
    expect(file.startsWith('\uFEFFNumber,Placed,Status,')).toBe(true);
    expect(file).toContain('Total (₦)');
    expect(file).toContain(',3000.00,23000.00,2,"2 × Oud ""Royal"", intense",');
    expect(file).toContain(
      ',Paid back (₦),Dispute,Packed,Shipped,Courier,Tracking number,Delivered,Returned,Remark,',
    );
    expect(file).toContain(`,'=1+1,'+2348031234567,0803 123 4567,`);
    expect(file).toContain('"Line 1, Line ""2"""');
    expect(file.endsWith(`,${order.id}\r\n`)).toBe(true);
  });
});

describe('refunds and disputes at Paystack', () => {
  const tell = async (reference: string, event: string, data: object) => {
    const { body, signature } = paystack.webhook(reference, event, data);
    expect(await shop.services.settlement.webhook(Buffer.from(body), signature)).toBe('done');
  };

  test('stand in the list, on the sheet and in the export, with amounts in naira', async () => {
    const { db } = shop.services;
    const refunded = await buying.pay(2);
    await tell(refunded.reference, 'refund.processed', {
      amount: '500000',
      refund_reference: 'TRF_1',
    });
    await tell(refunded.reference, 'refund.pending', { amount: '250050' });
    const disputed = await buying.pay(3);
    const claim = { refund_amount: 3_300_000, dueAt: '2026-11-25T18:00:00.000Z' };
    await tell(disputed.reference, 'charge.dispute.create', claim);
    const table = await text(orderTable(eachOrder(db, {})));
    expect(table).toMatch(/refunding +₦23,000/);
    expect(table).toMatch(/disputed +₦33,000/);
    expect(await idsOf({ status: 'dispute' })).toEqual([disputed.id]);
    const sheetOf = async ({ id }: { id: string }) => {
      const found = await findByName(db, id);
      if (!found.ok) throw new Error(found.sentence);
      return orderSheet(found.order, await emailsOfOrder(db, found.order));
    };
    const sheet = await sheetOf(refunded);
    expect(sheet).toMatch(/Refund +₦5,000 processed on [-\d: ]+ \(TRF_1\)/);
    expect(sheet).toMatch(/Refund +₦2,500\.50 pending on/);
    expect(sheet).toContain('A refund of order #');
    const other = await sheetOf(disputed);
    expect(other).toContain('₦33,000 claimed back, awaiting-merchant-feedback (358950)');
    expect(other).toMatch(/Answer until +2026-11-25 19:00/);
    expect(other).toContain('is disputed, to orders@shop.example');
    const file = await text(csvFile(eachOrder(db, {})));
    expect(file).toContain(',5000.00,,');
    expect(file).toContain(',0.00,awaiting-merchant-feedback,');
  });

  test('a refund that failed waits for the merchant, a reversed payment is found', async () => {
    const failed = await buying.pay();
    await tell(failed.reference, 'refund.failed', { amount: 1_300_000 });
    expect(await idsOf({ status: 'refund' })).toEqual([failed.id]);
    paystack.become(failed.reference, { status: 'reversed' });
    await tell(failed.reference, 'refund.processed', { amount: 1_300_000 });
    expect(await idsOf({ status: 'refund' })).toEqual([]);
    expect(await idsOf({ status: 'reversed' })).toEqual([failed.id]);
  });
});

describe('cancelling', () => {
  const cancel = async (reference: string) =>
    cancelOrder(shop.services.settlement, await buying.orderOf(reference));

  test('releases the units of a pending order, with a remark that says who cancelled it', async () => {
    const reference = await buying.begin(4);
    expect(await available()).toBe(46);
    expect(await cancel(reference)).toMatchObject({
      ok: true,
      order: { status: 'cancelled', remark: 'Cancelled by the shop' },
    });
    expect(await available()).toBe(50);
    expect(await cancel(reference)).toEqual({
      ok: false,
      sentence: expect.stringMatching(/ is cancelled: only a pending order can be cancelled\.$/),
    });
  });

  test('makes the order paid instead, if its payment has arrived', async () => {
    const reference = await buying.begin(4);
    paystack.become(reference, SUCCESS);
    expect(await cancel(reference)).toEqual({
      ok: false,
      sentence: expect.stringMatching(/ has just been paid, and was not cancelled\.$/),
    });
    expect(await buying.orderOf(reference)).toMatchObject({ status: 'paid' });
    expect(await merchantEmails()).toHaveLength(1);
  });

  test('changes nothing when Paystack cannot be reached', async () => {
    const reference = await buying.begin();
    paystack.down = true;
    expect(await cancel(reference)).toMatchObject({
      ok: false,
      sentence: expect.stringMatching(/^Paystack could not be asked whether order #\w{5} is paid/),
    });
    expect((await buying.orderOf(reference)).status).toBe('pending');
  });
});

describe('refunded', () => {
  const mark = async (reference: string) =>
    markRefunded(shop.services.db, await buying.orderOf(reference));

  test('marks an order with a refund due, once, and removes it from that list', async () => {
    const { id, reference } = await buying.hear(await buying.begin(), {
      ...SUCCESS,
      amountKobo: 1,
    });
    expect(await idsOf({ status: 'refund' })).toEqual([id]);
    expect(await mark(reference)).toMatchObject({
      ok: true,
      order: { refundedAt: expect.any(Date) },
    });
    expect(await idsOf({ status: 'refund' })).toEqual([]);
    expect(await mark(reference)).toEqual({
      ok: false,
      sentence: expect.stringMatching(/ was marked as refunded before\.$/),
    });
  });

  test('refuses a paid order without a refund due', async () => {
    const { reference } = await buying.pay();
    expect(await mark(reference)).toEqual({
      ok: false,
      sentence: expect.stringMatching(/ is paid, and no refund is due\.$/),
    });
  });
});

describe('npm run orders', () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/orders/main.ts', ...args], {
      env: { ...process.env, DATABASE_URL: shop.databaseUrl, DATA_DIR: shop.dataDir },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );

  test('prints its usage, an order, a file, and a sentence for each fault', async () => {
    const order = await buying.pay();
    const folder = await mkdtemp(join(tmpdir(), 'turare-export-'));
    const out = join(folder, 'orders.csv');
    const [usage, shown, written, wrong, unknown] = await Promise.all([
      run(),
      run('show', orderNumber(order.id)),
      run('export', '--status', 'paid', '--out', out),
      run('list', '--day', 'today'),
      run('refunded', 'ord_nothing'),
    ]);
    expect(usage).toMatchObject({ code: 0, stdout: expect.stringMatching(/^npm run orders -- </) });
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining(order.reference) });
    expect(written).toEqual({ code: 0, stdout: `Written to ${out}.\n`, stderr: '' });
    expect(await readdir(folder)).toEqual(['orders.csv']);
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    expect(await readFile(out, 'utf8')).toContain(order.id);
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr.trim()).toMatch(
      /^--day takes a day such as 2026-11-21, and was 'today'\.[^\n]+$/,
    );
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr.trim()).toMatch(/^No order is called 'ord_nothing'\.[^\n]+$/);
    await rm(folder, { recursive: true });
  });
});
