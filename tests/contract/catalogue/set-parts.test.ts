import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { partsOf } from '#domain/products/sets.ts';
import { openShop, type TestShop } from '../shop.harness.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Words as people or spreadsheets write them, even wrongly: 'oud*2', 'oud*', '*2', 'oud*100', two on a line. */
const word = fc
  .tuple(
    fc.constantFrom('oud', 'amber-2ml', 'ọ̀ṣun', 'a*b', ''),
    fc.constantFrom('', '*', '*0', '*1', '*2', '*02', '*99', '*100', '*2*3', '*x'),
  )
  .map((ends) => ends.join(''));
const space = fc.constantFrom(' ', '  ', '\n', '\t', '\r\n', '\u00a0', '\u2003', '\u3000');
const words = fc.array(fc.tuple(word, space), { maxLength: 6 }).map((each) => each.flat().join(''));

test('the database reads the parts of a set as the programs do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 50 }), async (all) => {
      const { rows } = await shop.services.db.execute<{ parts: unknown }>(sql`
        select coalesce((
          select jsonb_agg(jsonb_build_object('productId', part_id, 'quantity', quantity) order by place)
          from (select part_id, sum(quantity) as quantity, min(place) as place
            from parts_of(written) group by part_id) p), '[]') as parts
        from unnest(${sql.param(all)}::text[]) with ordinality as w(written, n) order by n`);
      expect(rows.map(({ parts }) => parts)).toEqual(all.map((parts) => partsOf({ parts })));
    }),
    { numRuns: 30 },
  );
});
