import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AlertShop, openAlertShop } from '../contract/stock-alerts/alerts.harness.ts';
import { runOn } from './command.harness.ts';

/** The command for people who wait for a product. */
let shop: AlertShop;
beforeAll(async () => {
  shop = await openAlertShop(['oud', 'rose']);
});
afterAll(() => shop.close());

test('npm run stock-alerts lists products without names, shows an address, and erases it', async () => {
  const run = runOn(shop, 'stock-alerts');
  expect(await run('list')).toMatchObject({ code: 0, stdout: 'Nobody waits for a product.\n' });
  await shop.wait('ada@example.com', 'oud');
  await shop.wait('bola@example.com', 'oud');
  await shop.ask('ada@example.com', 'rose');
  const { stdout: list } = await run('list');
  expect(list).toMatch(/^oud\n {2}The oud: 2 waiting, since .*; 0 units to sell\nrose\n/);
  expect(list).toContain('0 waiting, 1 not confirmed yet');
  expect(list).not.toContain('@');

  const { stdout: sheet } = await run('show', 'Ada@example.com');
  expect(sheet).toMatch(
    /^oud\n {2}The oud: asked .*, waits since .*\n {2}Consent: We send you one/,
  );
  expect(await run('erase', 'ada@example.com')).toMatchObject({
    code: 0,
    stdout: '2 requests of ada@example.com erased.\n',
  });
  expect(await run('show', 'ada@example.com')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('ada@example.com waits for nothing.'),
  });
  expect((await shop.requests()).map(({ email }) => email)).toEqual(['bola@example.com']);
});
