import { print } from '#process/console.ts';
import { readCells } from '#scripts/assignments.ts';
import { BY, defineCommand, expectDone, task } from '#scripts/command-line.ts';

/** npm run promotions */
export const command = defineCommand({
  name: 'promotions',
  tasks: {
    list: task({
      help: 'what each takes off, its uses, and the naira given away with paid orders',
      database: 'reads',
      does:
        () =>
        async ({ db }) => {
          const { promotionLines } = await import('./report.ts');
          const { listPromotions } = await import('#backend/promotions/list.ts');
          return print(promotionLines(await listPromotions(db), Date.now()));
        },
    }),
    make: task({
      words: '<part>=<value>…',
      takes:
        'what it is made of: make label="Harmattan sale" kind=per_cent value=10 code=HARMATTAN',
      options: { by: BY },
      help: 'makes one: make label="Harmattan sale" kind=per_cent value=10 code=HARMATTAN',
      database: 'writes',
      does: ({ words, actor }) => {
        const typed = readCells(words);
        return async ({ db }) => {
          const { PROMOTION_CELLS } = await import('#backend/promotions/cells.ts');
          const { makePromotion } = await import('#backend/promotions/making.ts');
          const other = Object.keys(typed).find((name) => !Object.hasOwn(PROMOTION_CELLS, name));
          if (other)
            throw new Error(
              `A promotion has no '${other}', only ${Object.keys(PROMOTION_CELLS).join(', ')}.`,
            );
          const { id, label } = expectDone(await makePromotion(db, actor, typed));
          console.log(`made  ${id}  ${label}`);
        };
      },
    }),
    stop: task({
      words: '<promotion>',
      takes: 'the id of a promotion, as list prints it',
      options: { by: BY },
      help: 'it counts for no further order; those that wait for their payment keep it',
      database: 'writes',
      does:
        ({ words: [id = ''], actor }) =>
        async ({ db }) => {
          const { stopPromotion } = await import('#backend/promotions/making.ts');
          console.log(`stopped  ${expectDone(await stopPromotion(db, actor, id)).label}`);
        },
    }),
    codes: task({
      words: '<promotion> [<number>] [<beginning>]',
      takes: 'the id of a promotion, and how many codes are made: codes prm_abc 500 THANKS',
      options: { by: BY },
      help: 'makes codes that count once each, at most 10,000 at once, and prints them; without a number it prints all as CSV, with their uses',
      database: 'writes',
      does: ({ words: [id = '', count, beginning = ''], actor }) => {
        if (count !== undefined && !/^[1-9]\d*$/.test(count))
          throw new Error('codes takes how many codes are made: codes prm_abc 500');
        return async ({ db }) => {
          const { makeCodes } = await import('#backend/promotions/making.ts');
          const { codesFile } = await import('#backend/promotions/list.ts');
          const wish = { count: Number(count), beginning };
          if (count === undefined) await print(codesFile(db, id));
          else console.log(expectDone(await makeCodes(db, actor, id, wish)).join('\n'));
        };
      },
    }),
  },
  about: `A promotion is made of these parts. Its rules stay; another one has others.

  label         what shoppers read
  kind, value   per_cent 10; naira 5000; delivery with states such as "Lagos|Ogun", empty for all; units 2+1, of which the
                cheapest is free
  code          what shoppers type; 'automatic' counts without one; 'later' has codes for one use each
  for, names    all; or brand, category, group or products with their names: for=brand names="Amouage|Creed"
  from          naira that these products must cost at least. Without a code per cent and naira need it
  begins, ends  in Lagos: 2026-12-01, or "2026-12-01 08:00"
  limit, per_customer   how often it counts in all, and for one customer
  adds_up       yes adds to a product's own discount; otherwise the better of both counts, product by product`,
});

if (import.meta.main) await command.run();
