import { askedWords, FIELDS, fields } from '#backend/promotions/fields.ts';
import { print } from '#process/console.ts';
import { readCells } from '#scripts/assignments.ts';
import { BY, defineCommand, expectDone, task } from '#scripts/command-line.ts';

const fieldLine = ({
  name,
  label,
  hint,
  time,
  options = [],
  ...field
}: (typeof fields)[number]): string => {
  const [values, example] = [
    options.length > 0 && `One of ${options.map(([value]) => value).join(', ')}.`,
    time && 'Such as 2026-12-01, or 2026-12-01 08:00.',
  ];
  const what = `${[label, askedWords(field)].filter(Boolean).join(', ')}.`;
  return `  ${name.padEnd(14)}${[what, values, hint, example].filter(Boolean).join(' ')}`;
};

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
          const { summaryOf, listPromotions } = await import('#backend/promotions/list.ts');
          const lines = (await listPromotions(db)).map((row) =>
            [row.id, row.label, ...summaryOf(row)].join('  '),
          );
          console.log(lines.join('\n') || 'There is no promotion yet.');
        },
    }),
    make: task({
      words: '<field>=<value>…',
      takes: 'what it is made of: make label="Harmattan sale" per_cent=10 code=HARMATTAN',
      options: { by: BY },
      help: 'makes one: make label="Harmattan sale" per_cent=10 code=HARMATTAN',
      database: 'writes',
      does: ({ words, actor }) => {
        const typed = readCells(words);
        const other = Object.keys(typed).find((name) => !Object.hasOwn(FIELDS, name));
        if (other) throw new Error(`A promotion has no field '${other}'`);
        return async ({ db }) => {
          const { makePromotion } = await import('#backend/promotions/making.ts');
          const { id, label } = expectDone(await makePromotion(db, actor, typed));
          console.log(`made  ${id}  ${label}`);
        };
      },
    }),
    stop: task({
      words: '<promotion>',
      takes: 'the id of a promotion, as list prints it',
      options: { by: BY },
      help: 'ends it for new orders; those that wait for their payment keep it',
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
      help: 'makes single-use codes, at most 10,000 at once, and prints them; without a number it prints all as CSV, with their uses',
      database: 'writes',
      does: ({ words: [id = '', count, beginning = ''], actor }) => {
        if (count !== undefined && !/^[1-9]\d*$/.test(count))
          throw new Error('codes takes how many codes are made: codes prm_abc 500');
        return async ({ db }) => {
          const { makeCodes } = await import('#backend/promotions/making.ts');
          const { codesFile } = await import('#backend/promotions/list.ts');
          const wanted = { count: Number(count), beginning };
          if (count === undefined) await print(codesFile(db, id));
          else console.log(expectDone(await makeCodes(db, actor, id, wanted)).join('\n'));
        };
      },
    }),
  },
  about: `A promotion is made of these fields. Its rules cannot be changed later. For other rules, stop it and make a new one.

${fields.map(fieldLine).join('\n')}

Without a code, per cent and naira need from: a lower price for everybody is a discount of the product.`,
});

if (import.meta.main) await command.run();
