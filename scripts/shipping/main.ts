import type { ReadPlace } from '#backend/shipping/rows.ts';
import { TO_SCREEN } from '#process/as-typed.ts';
import { print } from '#process/console.ts';
import { readCells } from '#scripts/assignments.ts';
import { BY, type CommandContext, defineCommand, expectDone, task } from '#scripts/command-line.ts';
import { SHEET, SHEET_HINT } from '#scripts/csv/sheet-option.ts';

/** npm run shipping */
export const command = defineCommand({
  name: 'shipping',
  tasks: {
    list: task({
      help: 'the places that the shop delivers to, and the fee of each',
      database: 'reads',
      does:
        () =>
        async ({ db }) => {
          const { ownPlaces } = await import('#backend/shipping/places.ts');
          const { placeTable } = await import('./report.ts');
          return print(placeTable(await ownPlaces(db)));
        },
    }),
    set: task({
      words: '<place> <column>=<value>…',
      takes: 'a place and what to set: set "Lagos – Ikeja" amount=3000',
      options: { by: BY },
      help: 'changes a place, or adds it at the end of the list: set "Lagos – Ikeja" amount=3000 state=Lagos areas="Ikeja|Agege"',
      database: 'writes',
      does: ({ words: [place = '', ...assignments], actor }) => {
        if (!place || place.includes('=')) {
          throw new Error('set takes a place and what to set: set "Lagos – Ikeja" amount=3000');
        }
        const typed = readCells(assignments);
        if ('place' in typed) {
          throw new Error(
            'A place is known by its name: add it under the new one, and remove the old',
          );
        }
        return async ({ db }) => {
          const { PLACE_COLUMNS } = await import('#backend/shipping/rows.ts');
          const { setPlace } = await import('#backend/shipping/one-place.ts');
          const { findColumn } = await import('#backend/merchant-files/heading.ts');
          const cells = Object.fromEntries(
            Object.entries(typed).map(([column, value]) => {
              return [expectDone(findColumn(column, PLACE_COLUMNS)), value];
            }),
          );
          const { changeLines } = await import('./report.ts');
          const change = expectDone(await setPlace(db, actor, { place, cells, mode: 'either' }));
          console.log(
            change ? changeLines(change).join('\n') : `${place} has these values already.`,
          );
        };
      },
    }),
    remove: task({
      words: '<place>',
      takes: 'one place, in quotation marks if it has spaces',
      options: { by: BY },
      help: 'orders to it keep its name and its fee',
      database: 'writes',
      does:
        ({ words: [place = ''], actor }) =>
        async ({ db }) => {
          const { removePlace } = await import('#backend/shipping/one-place.ts');
          expectDone(await removePlace(db, actor, place));
          console.log(`removed  ${place}`);
        },
    }),
    import: task({
      words: '<file>',
      takes: 'one file, such as import places.csv, or - for standard input',
      options: {
        sheet: SHEET,
        'dry-run': { help: 'prints what would change, and writes nothing' },
        'delete-missing': { help: 'removes the places that the file does not have' },
        by: BY,
      },
      help: 'adds and changes the places of a file, and sorts them as in the file. If any row has a fault, nothing is written. Each fault is printed with its row and column',
      database: 'writes',
      does:
        ({ words: [file = ''], options, actor }) =>
        async ({ db }) => {
          const { importPlaces } = await import('#backend/shipping/import.ts');
          const { faultLines } = await import('#scripts/csv/fault-lines.ts');
          const { changeLines, totalLine } = await import('./report.ts');
          const wanted = { dryRun: options['dry-run'], deleteMissing: options['delete-missing'] };
          const places = placesOf(file, options.sheet);
          const report = expectDone(await importPlaces(db, actor, places, wanted));
          const faulty = report.faults.count > 0;
          for (const line of faultLines(report.faults)) console.error(line);
          for (const change of faulty ? [] : report.changes) {
            console.log(changeLines(change).join('\n'));
          }
          if (report.rows > 0) console.log(totalLine(report));
          return faulty ? 1 : 0;
        },
    }),
    export: task({
      words: '[<file>]',
      takes: 'one file',
      help: `writes all places into a file, or ${TO_SCREEN}. Importing that file again changes nothing`,
      database: 'reads',
      does:
        ({ words: [file = '-'] }) =>
        async (shop) => {
          const { save } = await import('#scripts/csv/saving.ts');
          return file === '-' ? print(exported(shop)) : save(exported(shop), file);
        },
    }),
  },
  about: `<file> is CSV, separated by , or ; or tabs, or an Excel workbook (.xlsx), with a heading, or - for standard input.
A column that is absent leaves its field as it is.

  place    what the shopper chooses at the checkout. It is the name of the place: no two have the same
  state    the state of Nigeria that it is in, or empty. For a new place it is found in the name, if it is there
  areas    the local government areas of the state that it serves, with | between them; empty for all of the state.
           Shoppers who name their area are shown the places that serve it
  amount   the fee in naira: 3000 or 3000.50, or 0 for a pickup. Needed for a new place

A change applies to the next order. Without any place nobody can order.`,
});

async function* exported({ db }: CommandContext): AsyncGenerator<string> {
  const { BYTE_ORDER_MARK, csvLine } = await import('#backend/merchant-files/writing.ts');
  const { PLACE_COLUMNS, placeCells } = await import('#backend/shipping/rows.ts');
  const { ownPlaces } = await import('#backend/shipping/places.ts');
  yield BYTE_ORDER_MARK + csvLine(PLACE_COLUMNS);
  for (const place of await ownPlaces(db)) yield csvLine(placeCells(place));
}

async function* placesOf(file: string, sheet: string | undefined): AsyncGenerator<ReadPlace> {
  const { invalidPlace, PLACE_COLUMNS, readPlace } = await import('#backend/shipping/rows.ts');
  const { openTable } = await import('#backend/merchant-files/tables/open-table.ts');
  const { tableRows } = await import('#backend/merchant-files/tables/named-rows.ts');
  const source = file === '-' ? null : file;
  const { rows, notes } = await openTable(source, { sheet, hint: SHEET_HINT });
  for await (const read of tableRows(rows, PLACE_COLUMNS)) {
    const { row } = read;
    if ('named' in read) yield readPlace(row, read.named);
    else yield invalidPlace([{ row, column: null, message: read.fault }]);
  }
  for (const note of notes) console.error(note);
}

if (import.meta.main) await command.run();
