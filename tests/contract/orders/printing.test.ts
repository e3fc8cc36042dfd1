import { describe, expect, test } from 'vitest';
import { eachOrder, findByName } from '#backend/order-book/admin-orders.ts';
import { emailsOfOrder } from '#backend/order-book/emails-of-order.ts';
import { csvFile } from '#backend/order-book/export.ts';
import type { OrderRow } from '#backend/orders/tables.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { orderExtras } from '#domain/orders/order-extras.ts';
import { orderSheet } from '#scripts/orders/sheet.ts';
import { orderTable } from '#scripts/orders/table.ts';
import { all, typed, useMerchantShop } from './merchant-shop.harness.ts';

/** The output and exports of the merchant’s order commands. */
const merchant = useMerchantShop();
/** How a line of the export ends: with what a shopper may add. */
const endOf = ({ acceptedAt }: Pick<OrderRow, 'acceptedAt'>, ...cells: string[]) =>
  `,${[...cells, ...orderExtras.map(() => ''), 'Paystack', lagosTime(acceptedAt ?? 0), '', '', ''].join(',')}\r\n`;
const text = async (pieces: AsyncIterable<string>) => (await all(pieces)).join('');

describe('what is printed', () => {
  test('the table is aligned, whatever a customer typed as a name', async () => {
    await merchant.buying.begin(2, typed({ fullName: `Ada\u001b[2J\n${'long '.repeat(20)}` }));
    await merchant.buying.pay(1);
    const table = await text(orderTable(eachOrder(merchant.shop.services.db, {})));
    const [head = '', first = '', second = '', , sum] = table.split('\n');
    expect(table).not.toContain('\u001b');
    expect(head.indexOf('Going to')).toBe(first.indexOf('Lagos – Ikeja'));
    expect(second.indexOf('Lagos – Ikeja')).toBe(first.indexOf('Lagos – Ikeja'));
    expect(sum).toBe('2 orders, ₦36,000');
    expect(await text(orderTable(eachOrder(merchant.shop.services.db, { to: '2020-01-01' })))).toBe(
      'No orders.\n',
    );
  });

  test('the sheet of an order has all that the merchant needs', async () => {
    const order = await merchant.buying.pay(2, typed({ phone: '803 123 4567' }));
    const found = await findByName(merchant.shop.services.db, order.id);
    if (!found.ok) throw new Error(found.refusal.message);
    const sheet = orderSheet(
      found.value,
      await emailsOfOrder(merchant.shop.services.db, found.value),
    );
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
    const mails = await emailsOfOrder(merchant.shop.services.db, found.value);
    expect(orderSheet(found.value, mails, [], [], false)).toContain(
      'is confirmed, to ada@example.com: not sent: the shop has no mail server',
    );
  });

  test('the export has one line per order, a byte order mark, and no formula that runs', async () => {
    const order = await merchant.buying.pay(
      2,
      typed({ fullName: '=1+1', address: 'Line 1\nLine "2"' }),
    );
    const file = await text(csvFile(eachOrder(merchant.shop.services.db, {})));
    expect(file.startsWith('\uFEFFNumber,Placed,Status,')).toBe(true);
    expect(file).toContain('Total (₦)');
    expect(file).toContain(',3000.00,23000.00,2,"2 × Oud ""Royal"", intense",');
    expect(file).toContain(
      ',Paid back (₦),Dispute,Packed,Shipped,Courier,Tracking number,Delivered,Returned,Remark,',
    );
    expect(file).toContain(`,'=1+1,'+2348031234567,'0803 123 4567,`);
    expect(file).toContain('"Line 1, Line ""2"""');
    expect(file.endsWith(endOf(order, order.id, '', '', '0.00', '', ''))).toBe(true);
  });

  test('sheet and export have the campaign that led to an order', async () => {
    const campaign = { source: 'instagram', campaign: '=Harmattan' };
    const order = await merchant.buying.pay(1, { campaign });
    const found = await findByName(merchant.shop.services.db, order.id);
    if (!found.ok) throw new Error(found.refusal.message);
    const sheet = orderSheet(found.value, []);
    expect(sheet).toContain('Campaign              source instagram, campaign =Harmattan');
    const file = await text(csvFile(eachOrder(merchant.shop.services.db, {})));
    expect(file).toContain(
      ',Remark,utm_source,utm_medium,utm_campaign,utm_term,utm_content,Still to pay back (₦),Order id,Rebuilt,Rebuilt without,Discount (₦),Promotion,Code',
    );
    expect(
      file.endsWith(
        endOf(
          order,
          'instagram',
          '',
          "'=Harmattan",
          '',
          '',
          '0.00',
          order.id,
          '',
          '',
          '0.00',
          '',
          '',
        ),
      ),
    ).toBe(true);
  });
});

describe('refunds and disputes at Paystack', () => {
  const tell = async (reference: string, event: string, data: object) => {
    const { body, headers } = merchant.paystack.webhook(reference, event, data);
    expect(
      await merchant.shop.services.settlement.webhook('paystack', Buffer.from(body), headers),
    ).toBe('done');
  };

  test('are in the list, on the sheet and in the export, with amounts in naira', async () => {
    const { db } = merchant.shop.services;
    const refunded = await merchant.buying.pay(2);
    await tell(refunded.reference, 'refund.processed', {
      amount: '500000',
      refund_reference: 'TRF_1',
    });
    await tell(refunded.reference, 'refund.pending', { amount: '250050' });
    const disputed = await merchant.buying.pay(3);
    const claim = { refund_amount: 3_300_000, dueAt: '2026-11-25T18:00:00.000Z' };
    await tell(disputed.reference, 'charge.dispute.create', claim);
    const table = await text(orderTable(eachOrder(db, {})));
    expect(table).toMatch(/refunding ₦2,500\.50 +₦23,000/);
    expect(table).toMatch(/disputed +₦33,000/);
    expect(await merchant.idsOf({ status: 'dispute' })).toEqual([disputed.id]);
    const sheetOf = async ({ id }: { id: string }) => {
      const found = await findByName(db, id);
      if (!found.ok) throw new Error(found.refusal.message);
      return orderSheet(found.value, await emailsOfOrder(db, found.value));
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
    const failed = await merchant.buying.pay();
    await tell(failed.reference, 'refund.failed', { amount: 1_300_000 });
    expect(await merchant.idsOf({ status: 'refund' })).toEqual([failed.id]);
    merchant.paystack.become(failed.reference, { status: 'reversed' });
    await tell(failed.reference, 'refund.processed', { amount: 1_300_000 });
    expect(await merchant.idsOf({ status: 'refund' })).toEqual([]);
    expect(await merchant.idsOf({ status: 'reversed' })).toEqual([failed.id]);
  });
});
