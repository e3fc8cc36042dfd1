import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordAction } from '#backend/staff/actions.ts';
import { type OfficeShop, openOffice, type Person } from './office.harness.ts';

let shop: OfficeShop;
let owner: Person;

beforeAll(async () => {
  shop = await openOffice();
  owner = await shop.signIn('owner', 'Bola');
  await shop.services.db.transaction(async (transaction) => {
    for (let number = 0; number < 120; number++) {
      await recordAction(transaction, {
        action: 'product.hide',
        subject: `oud-${number}`,
        recordedBy: number % 2 ? 'Bola' : 'Tunde',
      });
    }
    await recordAction(transaction, {
      action: 'product.rename',
      subject: 'old_name',
      renamedTo: 'new-name',
      recordedBy: 'Tunde',
    });
  });
});
afterAll(() => shop.close());

const lines = (html: string) => html.match(/<li class="row">/g)?.length ?? 0;

it('shows all of it, newest first, page by page', async () => {
  const first = await owner.open('/admin/log');
  expect(first.text).toMatch(
    /product rename old_name – to new-name Tunde \(by command\),.*product hide oud-119/,
  );
  expect([lines(first.html), first.text]).toEqual([50, expect.stringContaining('Page 1 of 3')]);
  const last = await owner.open('/admin/log?page=99');
  expect([lines(last.html), last.text]).toEqual([21, expect.stringContaining('Page 3 of 3')]);
});

it('finds by person and by subject', async () => {
  const hers = await owner.open('/admin/log?by=Bola&subject=OUD-11');
  expect(hers.text).toContain('oud-111');
  expect(lines(hers.html)).toBe(6);
  // A wildcard of SQL is an ordinary character here.
  expect(lines((await owner.open('/admin/log?subject=old_')).html)).toBe(1);
  expect(lines((await owner.open('/admin/log?subject=new-name')).html)).toBe(1);
  const none = await owner.open('/admin/log?subject=%25');
  expect(none.text).toContain('No entry matches.');
});

it.each([
  sql`update staff_actions set recorded_by = 'nobody'`,
  sql`delete from staff_actions`,
  sql`truncate staff_actions`,
  sql`truncate staff_actions cascade`,
])('cannot be edited: %#', async (statement) => {
  const { db } = shop.services;
  await expect(db.execute(statement)).rejects.toMatchObject({
    cause: { message: 'rows of staff_actions are only ever added' },
  });
  expect(lines((await owner.open('/admin/log')).html)).toBe(50);
});
