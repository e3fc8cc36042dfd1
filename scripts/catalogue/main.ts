import type { StatusVerb } from '#backend/products/lifecycle/status-verbs.ts';
import { TO_SCREEN } from '#process/as-typed.ts';
import { print, step } from '#process/console.ts';
import { readCells } from '#scripts/assignments.ts';
import { BY, defineCommand, expectDone, task } from '#scripts/command-line.ts';
import { SHEET } from '#scripts/csv/sheet-option.ts';
import { ABOUT } from './about.ts';
import { ANSWERS, readAnswers } from './answers.ts';
import { readProgram, readSource, readTarget, readWhole } from './reading.ts';

const FORMAT = { value: 'csv|jsonl' };
const UNKNOWN = { help: 'leaves out unknown columns, and names them' };
const FILE = { words: '<file>', takes: 'one file, such as products.csv, or - for standard input' };
const OPTIONS = { 'dry-run': {}, by: BY } as const;
const MOST = 1_000_000;
const MOST_SEED = 2 ** 32 - 1;

/** npm run catalogue */
export const command = defineCommand({
  name: 'catalogue',
  tasks: {
    import: task({
      ...FILE,
      options: {
        format: FORMAT,
        sheet: SHEET,
        'dry-run': {
          help: 'prints what would be new, changed, unchanged and removed; writes nothing',
        },
        partial: { help: 'writes the valid rows even if others have faults' },
        'delete-missing': {
          help: 'removes the products that the file does not have, and their reviews. Asks before it removes more than a tenth of them (and more than five)',
        },
        by: BY,
        yes: {
          help: 'answers what --delete-missing asks, and whether the columns of another program are understood',
        },
        'ignore-unknown': UNKNOWN,
        ...ANSWERS,
      },
      help: 'Adds the products of a file, and changes existing ones. If any row has a fault, nothing is written. Each fault is printed with its row and column. Orders, reviews and units sold stay.',
      database: 'writes',
      does: ({ words, options, actor }) => {
        const source = readSource(words, options);
        const moving = readAnswers(options);
        const { partial, yes, 'dry-run': dryRun, 'delete-missing': deleteMissing } = options;
        if (partial && deleteMissing) {
          throw new Error(
            '--delete-missing would remove the products of faulty rows: omit --partial',
          );
        }
        const ignoreUnknown = options['ignore-unknown'];
        return async (shop) => {
          const { importFile } = await import('./importing.ts');
          return importFile(shop, {
            ...source,
            moving,
            partial,
            dryRun,
            deleteMissing,
            yes,
            ignoreUnknown,
            actor,
          });
        };
      },
    }),
    imports: task({
      words: '[undo|pictures] [<import>]',
      takes:
        'nothing, or a word and the id of an import: imports undo imp_abc, imports pictures imp_abc',
      options: { by: BY },
      help: 'Lists the imports of the command and of the back office. undo takes one back as a whole: its products are removed, and changed ones are restored. Products sold or edited since stay, and are named. pictures shows the progress of its downloads, and the broken ones.',
      database: 'writes',
      does: ({ words: [what, id], actor }) => {
        if (what !== undefined && what !== 'undo' && what !== 'pictures') {
          throw new Error(`imports takes undo or pictures, and not '${what}'`);
        }
        if (what !== undefined && id === undefined) {
          throw new Error(`imports ${what} takes the id of an import: imports lists them`);
        }
        return async (shop) => {
          const { importLines, pictureLines, undoLines } = await import('./imports.ts');
          const lines = await (what === undefined
            ? importLines(shop.db, actor)
            : what === 'undo'
              ? undoLines(shop, id ?? '', actor)
              : pictureLines(shop.db, id ?? '', actor));
          return tell(lines, false);
        };
      },
    }),
    export: task({
      words: '[<file>]',
      takes: 'one file',
      options: {
        format: FORMAT,
        as: {
          value: 'shopify|woocommerce|google',
          help: 'writes the file that this program imports: CSV, or XML for Google Merchant Center. Names the fields that the program lacks. A file for Shopify or WooCommerce loses nothing when it is imported here',
        },
      },
      help: `Writes all products into a file, or ${TO_SCREEN}. Importing that file again changes nothing.`,
      database: 'reads',
      does: ({ words, options }) => {
        const program = readProgram(words, options);
        if (program) {
          return async (shop) => {
            const { exportAs } = await import('./exporting.ts');
            return exportAs(shop, program);
          };
        }
        const { file, format } = readTarget(words, options.format);
        return async ({ db }) => {
          const { eachProduct, inSnapshot } = await import('#backend/products/fields/fields.ts');
          const { writeProducts } = await import('./files.ts');
          const { save } = await import('#scripts/csv/saving.ts');
          await inSnapshot(db, (snapshot) => {
            const pieces = writeProducts(eachProduct(snapshot), format);
            return file === null ? print(pieces) : save(pieces, file);
          });
        };
      },
    }),
    set: task({
      options: OPTIONS,
      database: 'writes',
      words: '<id> <column>=<value>…',
      takes: 'an id and what to set: set tom-ford-oud-wood price=450000',
      help: 'Changes one product, and records who did it: set tom-ford-oud-wood price=450000 stock=+12 discount=15%',
      does: ({ words: [id = '', ...assignments], options: { 'dry-run': dryRun }, actor }) => {
        if (id.includes('=')) {
          throw new Error('set takes an id and what to set: set tom-ford-oud-wood price=450000');
        }
        const cells = readCells(assignments);
        if ('id' in cells) {
          throw new Error(
            'set does not change the id, since its URL is shared: rename id OLD NEW does',
          );
        }
        return async (shop) => {
          const { setCells } = await import('./importing.ts');
          return setCells(shop, id, { cells, actor, dryRun });
        };
      },
    }),
    hide: status(
      'hide',
      'as if it did not exist, until show. Its orders stay, and a begun one may be paid',
    ),
    retire: status(
      'retire',
      'no longer sold: only its page stays, says so and shows similar products',
    ),
    show: status('show', 'sells it again'),
    delete: task({
      options: OPTIONS,
      database: 'writes',
      words: '<id>…',
      takes: 'the ids of products: delete tom-ford-oud-wood',
      help: 'removes it and its reviews for good, and says what is deleted with it. Orders keep their lines',
      does:
        ({ words, options: { 'dry-run': dryRun }, actor }) =>
        async ({ db }) => {
          const { deleteProducts } = await import('#backend/products/lifecycle/deletion.ts');
          const { deletionLines } = await import('./report.ts');
          const gone = await deleteProducts(db, [...new Set(words)], { actor, dryRun });
          return tell(expectDone(gone).flatMap(deletionLines), dryRun);
        },
    }),
    rename: task({
      words: '<brand|category|id> <old> <new>',
      takes:
        'what, the old and the new name: rename brand "Old" "New", rename category "Old" "New", rename id old new',
      options: {
        'dry-run': {},
        yes: { help: 'answers whether two brands or categories become one' },
        by: BY,
      },
      help: "A brand or category: in every product and spelling, in names that begin with the brand, in the search, and in shop facts that staff have set. The brand's page leads to the new one. If the new name already exists, it asks whether the two become one. An id: of one product, with its stock, reviews, pictures and orders. The old address leads to the new one for ever, and carts with the old id stay valid",
      database: 'writes',
      does: ({ words: [kind, from = '', to = ''], options, actor }) => {
        const { 'dry-run': dryRun, yes } = options;
        const wanted = { from, to: to.trim(), by: actor.name, dryRun };
        if (kind !== 'brand' && kind !== 'category' && kind !== 'id') {
          throw new Error(`rename takes brand, category or id, and not '${kind}'`);
        }
        return async ({ db }) => {
          const { renameId, renameWord } = await import('./renaming.ts');
          const lines =
            kind === 'id'
              ? await renameId(db, wanted)
              : await renameWord(db, { ...wanted, kind, yes });
          return tell(lines, dryRun);
        };
      },
    }),
    check: task({
      ...FILE,
      options: { format: FORMAT, sheet: SHEET, 'ignore-unknown': UNKNOWN, ...ANSWERS },
      help: 'Checks a file without the shop. Fetches no picture and does not know which products are new.',
      does: ({ words, options }) => {
        const source = readSource(words, options);
        const moving = readAnswers(options);
        const ignoreUnknown = options['ignore-unknown'];
        return async () => {
          const { checkFile } = await import('./importing.ts');
          return checkFile({ ...source, moving, ignoreUnknown });
        };
      },
    }),
    reviews: task({
      words: '<file>',
      takes: 'one file, such as reviews.csv, or - for standard input',
      options: { sheet: SHEET, 'dry-run': { help: 'prints what would be new; writes nothing' } },
      help: "Adds the reviews that WooCommerce, Judge.me or Loox exported. Import the products first. Reviews count in the stars, show first name and initial, and say 'From the previous shop'. Email addresses are not stored. Rows left out are printed with the reason. The same file again changes nothing.",
      database: 'writes',
      does:
        ({ words: [file = '-'], options: { sheet, 'dry-run': dryRun } }) =>
        async ({ db }) => {
          const { importReviewFile } = await import('./reviews.ts');
          await importReviewFile(db, file === '-' ? null : file, { sheet, dryRun });
        },
    }),
    synth: task({
      words: '<count>',
      takes: 'one number of products: synth 10000',
      options: { seed: { value: '<n>' } },
      help: "Replaces the synthetic products by <count> new ones. The same seed gives the same products (default 1). The demo's products and your own stay. Not in production.",
      database: 'writes',
      does: ({ words: [digits = ''], options }) => {
        const seed = readWhole('--seed', options.seed ?? '1', MOST_SEED);
        const count = readWhole('synth', digits, MOST);
        return async ({ db, settings }) => {
          if (settings.SHOP_MODE === 'production') {
            throw new Error(
              'A shop in production (SHOP_MODE=production) has no synthetic products.',
            );
          }
          const { synthesize } = await import('#demo/synth.ts');
          await step(`Making ${count} synthetic products`, async () => {
            const made = await synthesize(db, { count, seed });
            if (made.pictures > 0) return;
            console.log(
              '  without pictures: they share those of the demo, which npm start composes',
            );
          });
        };
      },
    }),
  },
  about: ABOUT,
});

function status(verb: StatusVerb, help: string) {
  return task({
    options: OPTIONS,
    database: 'writes',
    words: '<id>…',
    takes: `the ids of products: ${verb} tom-ford-oud-wood`,
    help,
    does:
      ({ words, options: { 'dry-run': dryRun }, actor }) =>
      async ({ db }) => {
        const { changeStatus } = await import('#backend/products/lifecycle/status.ts');
        const { statusLine } = await import('./report.ts');
        const changes = await changeStatus(db, [...new Set(words)], { verb, actor, dryRun });
        return tell(
          expectDone(changes).map((change) => statusLine(verb, change)),
          dryRun,
        );
      },
  });
}

/** Prints the result of a verb; null for nothing. Returns the exit code. */
async function tell(lines: string[] | null, dryRun: boolean): Promise<number> {
  const { plain } = await import('#domain/words.ts');
  if (lines === null) {
    console.log('Nothing was changed.');
    return 1;
  }
  for (const line of lines) console.log(line.replace(/\S.*/s, plain));
  if (dryRun) console.log('Nothing was written.');
  return 0;
}

if (import.meta.main) await command.run();
