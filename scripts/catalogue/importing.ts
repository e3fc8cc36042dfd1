import { basename, dirname } from 'node:path';
import { createLog } from '#backend/base/log.ts';
import { readPictureHosts, withAgreedHosts } from '#backend/media/allowed-hosts.ts';
import { createPictureIntake, type PictureIntake } from '#backend/media/intake.ts';
import { openPictures } from '#backend/media/objects/open.ts';
import { pictureOrigins } from '#backend/media/own-picture.ts';
import { createMediaStore } from '#backend/media/store.ts';
import { findColumn } from '#backend/merchant-files/heading.ts';
import { openFile } from '#backend/merchant-files/tables/input.ts';
import { openTable } from '#backend/merchant-files/tables/open-table.ts';
import { editProduct } from '#backend/products/edit/edit.ts';
import { COLUMN_NAMES } from '#backend/products/fields/columns.ts';
import type { ReadRow } from '#backend/products/fields/rows.ts';
import { checkRows } from '#backend/products/files/import/check.ts';
import { importCatalogue, type ProductChange } from '#backend/products/files/import/import.ts';
import { Deferred, deferPictures } from '#backend/products/files/jobs/deferred.ts';
import { recordOfCommand } from '#backend/products/files/jobs/recording.ts';
import { previewRedirects } from '#backend/products/files/understanding/addresses/write.ts';
import { readHeadings, readProducts } from '#backend/products/files/understanding/products.ts';
import type { Understood } from '#backend/products/files/understanding/understand.ts';
import type { Actor } from '#backend/staff/actor.ts';
import { counted, number } from '#domain/words.ts';
import type { CommandContext } from '#scripts/command-line.ts';
import { faultLines, ignoredLines, type Listed, warningLines } from '#scripts/csv/fault-lines.ts';
import { SHEET_HINT } from '#scripts/csv/sheet-option.ts';
import { askYes } from '#scripts/question.ts';
import type { AnswerOptions } from './answers.ts';
import { productsOfJsonLines } from './files.ts';
import { afterwardsLines } from './imports.ts';
import { startProgress } from './progress.ts';
import type { Source } from './reading.ts';
import { changeLines, totalLines } from './report.ts';
import {
  addressLines,
  askLine,
  leftOutLines,
  understoodLines,
  unknownHeadings,
} from './understood.ts';

const UNKNOWN_HINT = 'Without the others, add --ignore-unknown.';

interface FileRequest extends Source {
  ignoreUnknown: boolean;
  /** The typed answers to questions about another program's file. */
  moving: AnswerOptions;
}

/** Checks a file without the shop, and prints its faults. Returns the exit code. */
export async function checkFile(request: FileRequest): Promise<number> {
  const { products, moved, printUnknown } = await openProducts(request);
  if (moved) print([...understoodLines(moved), ...addressLines(await previewRedirects(moved))]);
  if (moved && isAsked(moved)) return 1;
  const progress = startProgress();
  const onProgress = (done: number) => progress.say(done, null, 'rows');
  const { rows, faults, warnings } = await checkRows(
    products,
    intakeFor(request.file, { place: null, hosts: moved?.pictureHosts }),
    { twins: request.moving.answers.twins, onProgress },
  ).finally(progress.end);
  printUnknown();
  if (printFaults(faults, warnings)) return 1;
  console.log(`${counted(rows, moved ? 'product' : 'row')}, no faults.`);
  return 0;
}

/** Imports a file, and prints what it changed. Returns the exit code. */
export async function importFile(
  context: CommandContext,
  request: FileRequest & {
    dryRun: boolean;
    partial: boolean;
    deleteMissing: boolean;
    yes: boolean;
    actor: Actor;
  },
): Promise<number> {
  const { file, dryRun, partial, deleteMissing, yes, actor } = request;
  const begun = Date.now();
  const { products, moved, printUnknown } = await openProducts(request, context);
  if (moved) {
    print([...understoodLines(moved), ...addressLines(await previewRedirects(moved, context.db))]);
    if (isAsked(moved)) return 1;
    if (!dryRun && !yes && !(await mayImport(file, moved))) return 1;
  } else if (yes && !deleteMissing) {
    throw new Error('--yes answers what --delete-missing asks: add it.');
  }
  const progress = startProgress();
  const deferred = new Deferred();
  // Only for another program's file. The shop's own pictures are in its folder or on trusted hosts, and fetched at
  // once.
  const rows = moved
    ? deferPictures(products, {
        files: () => undefined,
        hosts: hostsOf(moved.pictureHosts),
        origins: pictureOrigins(context.settings),
        answer: request.moving.answers.pictures,
        into: deferred,
      })
    : products;
  const { id, record } = recordOfCommand(
    { fileName: file === null ? 'standard input' : basename(file), actor },
    {
      deferred,
      addresses: moved?.addresses ?? [],
      leftOut: moved?.leftOut.length ?? 0,
      deletesMissing: deleteMissing,
      begun,
    },
    moved?.pictureHosts ?? [],
  );
  const report = await importCatalogue(context.db, rows, {
    intake: intakeOf(context, file, moved?.pictureHosts),
    dryRun,
    partial,
    deleteMissing,
    withoutBrokenPictures: moved !== undefined,
    twins: request.moving.answers.twins,
    codes: request.moving.answers.codes,
    onProgress: progress.say,
    onWriting: progress.end,
    record,
    onRemoval: async (removed, of) => yes || mayRemove(file, removed, of),
    ...(dryRun ? { onChange: printChange } : {}),
  }).finally(progress.end);
  printUnknown();
  const faulty = printFaults(report.faults, report.warnings);
  print(leftOutLines(report.leftOut));
  print(totalLines(report, { dryRun }));
  if (report.written) print(await afterwardsLines(context.db, id));
  return faulty || (!report.written && !dryRun) ? 1 : 0;
}

/** Whether a question must be answered first. Prints the questions. */
function isAsked(moved: Understood): boolean {
  if (moved.asks.length === 0) return false;
  console.error('Nothing was written. Add the answers to the same command.');
  return true;
}

/** Asks whether the columns were understood. */
const mayImport = (file: string | null, { products }: Understood): Promise<boolean> =>
  askYes(
    `The columns are read as above, and give ${counted(products.length, 'product')}. Import them?`,
    {
      answered: file !== null,
    },
  );

/** Changes one product, and prints what changed. Returns the exit code. */
export async function setCells(
  context: CommandContext,
  id: string,
  request: { cells: Record<string, string>; actor: Actor; dryRun: boolean },
): Promise<number> {
  const edited = await editProduct(context.db, id, { ...request, intake: intakeOf(context, null) });
  if (!edited.ok) {
    const { faults: shown, message } = edited.refusal;
    if (!shown) throw new Error(message);
    printFaults({ shown, count: shown.length });
    return 1;
  }
  const { before, after, warnings } = edited.value;
  printFaults(NONE, warnings);
  if (after) printChange({ id, before, after });
  else console.log(`${id} has these values already.`);
  return 0;
}

/**
 * Reads the products of a file. Returns them, the interpretation of another program's file, and a function that prints
 * the columns left out. Prints how the file is read.
 * @param shop - the shop, whose products, brands and pictures the file may name. Without it a file is read by itself.
 */
async function openProducts(
  { file, format, sheet, ignoreUnknown, moving }: FileRequest,
  shop?: CommandContext,
): Promise<{ products: AsyncIterable<ReadRow>; moved?: Understood; printUnknown: () => void }> {
  const unknown = new Set<string>();
  const take = ignoreUnknown ? (column: string) => void unknown.add(column) : undefined;
  const printUnknown = () => {
    for (const line of ignoredLines(unknown)) console.error(line);
  };
  if (format === 'jsonl') {
    return { products: productsOfJsonLines(openFile(file), take), printUnknown };
  }
  const { answers } = moving;
  const request = { sheet, hint: SHEET_HINT, hidden: answers.hidden };
  const { rows, notes, hidden } = await openTable(file, request);
  const { headings, lines } = await readHeadings(rows, moving.columns);
  for (const note of notes) console.error(note);
  if (!headings.table) {
    const cells = headings.isOwn ? [] : (headings.line?.cells.filter(Boolean) ?? []);
    const known = cells.filter((heading) => findColumn(heading, COLUMN_NAMES).ok);
    if (known.length * 2 < cells.length) throw new Error(unknownHeadings(cells));
    if (moving.given)
      throw new Error(
        `${moving.given} is for files of other programs, and this one has the shop's own columns.`,
      );
  }
  const read = await readProducts(headings, lines, {
    answers,
    hidden,
    shop: shop && { db: shop.db, origins: pictureOrigins(shop.settings) },
    onUnknown: take,
    hint: UNKNOWN_HINT,
  });
  const { moved, asks, leftOut } = read;
  if (moved) return { products: read.rows, moved, printUnknown };
  const [asked] = asks;
  if (asked) throw new Error(askLine(asked));
  print(leftOutLines(leftOut.map(({ row, what }) => ({ row, column: null, message: what }))));
  return { products: read.rows, printUnknown };
}

/** Asks whether to remove so many products. It cannot ask if the file comes from standard input. */
function mayRemove(file: string | null, removed: number, of: number): Promise<boolean> {
  const question = `The file does not have ${number(removed)} of ${number(of)} products: they and their reviews would be removed. Remove them?`;
  return askYes(question, { answered: file !== null });
}

const NONE: Listed = { shown: [], count: 0 };

/** Prints what is probably not meant, then what is wrong with a file; true if anything is wrong. */
function printFaults(faults: Listed, warnings: Listed = NONE): boolean {
  for (const line of [...warningLines(warnings), ...faultLines(faults)]) console.error(line);
  return faults.count > 0;
}

function printChange(change: Omit<ProductChange, 'row'>): void {
  console.log(changeLines(change).join('\n'));
}

const print = (lines: readonly string[]) => {
  for (const line of lines) console.log(line);
};

function intakeOf(
  { db, settings }: CommandContext,
  file: string | null,
  hosts?: readonly string[],
): PictureIntake {
  const objects = openPictures(settings);
  const media = createMediaStore(db, objects, { log: createLog(settings) });
  return intakeFor(file, { place: { media, objects }, hosts, origins: pictureOrigins(settings) });
}

const hostsOf = (agreed: readonly string[]) =>
  withAgreedHosts(readPictureHosts(process.env.PICTURE_HOSTS), agreed);

/**
 * Returns the picture intake. Pictures are looked up from the file's folder; without a file, from the current folder.
 * @param hosts - hosts that the merchant allows for this file, beside those of the setting.
 */
function intakeFor(
  file: string | null,
  {
    place,
    hosts = [],
    origins = [],
  }: {
    place: Parameters<typeof createPictureIntake>[0]['place'];
    hosts?: readonly string[] | undefined;
    origins?: readonly string[];
  },
): PictureIntake {
  return createPictureIntake({
    folder: file === null ? '.' : dirname(file),
    hosts: hostsOf(hosts),
    origins,
    place,
  });
}
