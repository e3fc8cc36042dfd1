import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSamples } from '#backend/promotions/sample-codes.ts';
import { promotionCodes } from '#backend/promotions/tables.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { useMerchantShop } from '../contract/orders/merchant-shop.harness.ts';
import { runOn } from './command.harness.ts';

/** npm run orders */
const merchant = useMerchantShop();

describe('npm run orders', () => {
  const run = (...args: string[]) => runOn(merchant.shop, 'orders')(...args);

  test('prints its usage, an order, a file, and a sentence for each fault', async () => {
    const order = await merchant.buying.pay();
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

  // It starts the command six times.
  test('refunds a line, and ends or restores the code of a sample', {
    timeout: 180_000,
  }, async () => {
    const { id } = await merchant.buying.pay();
    const code = 'SAMPLE-7KQ2M9XWTR';
    const { db } = merchant.shop.services;
    await db.transaction(async (transaction) => openSamples(transaction));
    const terms = { kobo: 450_000, group: 'oud', productId: 'oud', name: 'Oud', endsAt: 4e12 };
    await db
      .insert(promotionCodes)
      .values({ code, promotionId: 'samples', once: true, orderId: id, terms });
    const refused = await run('refunded', id, '5', '--for', '2');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(
      "has no line '2': a refund is for the number of a line (1 to 1)",
    );
    expect((await run('refunded', id, '5', '--for', 'oud')).code).toBe(0);
    expect((await run('code', code.toLowerCase())).stdout).toBe(`The code ${code} has ended.\n`);
    expect((await run('show', id)).stdout).toMatch(
      /Refund +₦5 for Oud "Royal", intense paid back by hand.* {2}Paid for line 1 +1 × .*SAMPLE-7KQ2M9XWTR, ₦4,500 off Oud, until .*, ended by staff\n/s,
    );
    expect((await run('code', code, '--give-back', '--by', 'Bola')).stdout).toBe(
      `The code ${code} counts again.\n`,
    );
    expect(await run('code', 'SAMPLE-X')).toMatchObject({ code: 1, stdout: '' });
  });

  // It starts the command six times.
  test('records steps and money by the name of an order, and lists refusals', {
    timeout: 180_000,
  }, async () => {
    const { id } = await merchant.buying.pay();
    const number = orderNumber(id);
    expect(await run('pack', number, 'ord_nothing', '--by', 'Bola')).toEqual({
      code: 1,
      stdout: `Order #${number} is packed.\n`,
      stderr: expect.stringMatching(
        /^No order is called 'ord_nothing'.*\n1 of 2 were not recorded/s,
      ),
    });
    expect(await run('ship', id, 'courier=GIG Logistics', 'tracking=G=1')).toEqual({
      code: 0,
      stdout: `Order #${number} is shipped (by GIG Logistics, G=1).\n`,
      stderr: '',
    });
    expect((await run('return', number)).stdout).toBe(
      `Order #${number} is returned.\nTo pay the money back: npm run orders -- refund ${id}\n`,
    );
    expect((await run('refunded', number, '5', '--by', 'Bola')).stdout).toBe(
      `Recorded: ₦5 of order #${number} was paid back by hand.\n`,
    );
    expect((await run('refunded', number, '5')).stdout).toMatch(
      /^₦5 of order #.* was refunded earlier: by hand\. Bola has recorded it on .* add --key TEXT\.\n$/,
    );
    expect(await run('cancel', number)).toMatchObject({ code: 1, stdout: '' });
  });

  // It starts the command six times.
  test('records what happened at the door', { timeout: 180_000 }, async () => {
    const ofWay = async () => {
      const reference = await merchant.buying.begin(1, { way: 'delivery' });
      return (await merchant.buying.orderOf(reference)).id;
    };
    const [paid, refused] = [await ofWay(), await ofWay()];
    await run('ship', paid, refused, 'courier=GIG');
    expect(await run('collect', paid, 'much', 'GIG')).toMatchObject({ code: 1, stdout: '' });
    expect((await run('collect', paid, '3000', 'GIG Logistics')).stdout).toBe(
      '₦3,000 is recorded. ₦10,000 is still to be collected.\n',
    );
    expect((await run('show', paid)).stdout).toMatch(
      /To collect +₦10,000\s+Collected +₦3,000 in cash, by GIG Logistics/,
    );
    expect((await run('refuse', refused, '--by', 'Bola')).stdout).toBe(
      `Order #${orderNumber(refused)} was refused, and its units are back in stock.\n`,
    );
    expect((await run('collect', paid, '10000', 'GIG', '--transfer')).code).toBe(0);
    expect((await run('list', '--status', 'paid')).stdout).toContain(orderNumber(paid));
  });
});
