import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventfulShop, openEventfulShop } from '../contract/audit/eventful-shop.harness.ts';
import { runOn } from './command.harness.ts';

/** npm run audit */
let shop: EventfulShop;
beforeAll(async () => {
  shop = await openEventfulShop();
});
afterAll(() => shop.close());

describe('npm run audit', () => {
  const run = (...args: string[]) => runOn(shop, 'audit')(...args);

  test('prints that nothing is wrong, or each fault', async () => {
    expect(await run()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Nothing wrong: 2 products, .*14 orders/),
    });
    await shop.services.db.execute(
      sql.raw(`update orders set reversed_at = now() where id = '${shop.stories.gone}'`),
    );
    expect(await run()).toEqual({
      code: 1,
      stdout: `The payment of order ${shop.stories.gone} is reversed, but the order is cancelled\n`,
      stderr: expect.stringMatching(/^1 fault among/),
    });
    await shop.services.db.execute(
      sql.raw(`update orders set reversed_at = null where id = '${shop.stories.gone}'`),
    );
  });

  test('refuses an unknown option with a sentence, without a stack trace', async () => {
    const { code, stderr } = await run('--hurry');
    expect(code).toBe(1);
    expect(stderr.trim()).toBe(
      "Unknown option '--hurry'. npm run audit -- --help prints what it does.",
    );
  });
});
