import { dirname } from 'node:path';
import { createLog } from '#backend/base/log.ts';
import { readPictureHosts } from '#backend/media/allowed-hosts.ts';
import { createPictureIntake, type PictureIntake } from '#backend/media/intake.ts';
import { openPictures } from '#backend/media/objects/open.ts';
import { createMediaStore } from '#backend/media/store.ts';
import { openFile } from '#backend/merchant-files/tables/input.ts';
import { openTable } from '#backend/merchant-files/tables/open-table.ts';
import { editProduct } from '#backend/products/edit/edit.ts';
import { checkRows } from '#backend/products/import/check.ts';
import { importCatalogue, type ProductChange } from '#backend/products/import/import.ts';
import type { Actor } from '#backend/staff/actor.ts';
import { counted, number } from '#domain/words.ts';
import type { CommandContext } from '#scripts/command-line.ts';
import { faultLines, ignoredLines, type Listed, warningLines } from '#scripts/csv/fault-lines.ts';
import { SHEET_HINT } from '#scripts/csv/sheet-option.ts';
import { askYes } from '#scripts/question.ts';
import { productsOfJsonLines, productsOfTable } from './files.ts';
import { startProgress } from './progress.ts';
import type { Source } from './reading.ts';
import { changeLines, totalLines } from './report.ts';

interface FileWish extends Source {
  ignoreUnknown: boolean;
}

/** Checks a file without the shop, and prints its faults. Returns the exit code. */
export async function checkFile(wish: FileWish): Promise<number> {
  const { products, printUnknown } = await productsOf(wish);
  const progress = startProgress();
  const onProgress = (done: number) => progress.say(done, null, 'rows');
  const { rows, faults, warnings } = await checkRows(
    products,
    intakeFor(wish.file, null),
    onProgress,
  ).finally(progress.end);
  printUnknown();
  if (printFaults(faults, warnings)) return 1;
  console.log(`${counted(rows, 'row')}, no faults.`);
  return 0;
}

/** Imports a file, and prints what it changed. Returns the exit code. */
export async function importFile(
  context: CommandContext,
  wish: FileWish & { dryRun: boolean; partial: boolean; deleteMissing: boolean; yes: boolean },
): Promise<number> {
  const { file, dryRun, partial, deleteMissing, yes } = wish;
  const { products, printUnknown } = await productsOf(wish);
  const progress = startProgress();
  const report = await importCatalogue(context.db, products, {
    intake: intakeOf(context, file),
    dryRun,
    partial,
    deleteMissing,
    onProgress: progress.say,
    onWriting: progress.end,
    onRemoval: async (removed, of) => yes || mayRemove(file, removed, of),
    ...(dryRun ? { onChange: printChange } : {}),
  }).finally(progress.end);
  printUnknown();
  const faulty = printFaults(report.faults, report.warnings);
  for (const line of totalLines(report, { dryRun })) console.log(line);
  return faulty || (!report.written && !dryRun) ? 1 : 0;
}

/** Changes one product, and prints what changed. Returns the exit code. */
export async function setCells(
  context: CommandContext,
  id: string,
  wish: { cells: Record<string, string>; actor: Actor; dryRun: boolean },
): Promise<number> {
  const edited = await editProduct(context.db, id, { ...wish, intake: intakeOf(context, null) });
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

/** The products of the file, and what prints the names of the columns that were left out. Prints how the file is read. */
async function productsOf({ file, format, sheet, ignoreUnknown }: FileWish) {
  const unknown = new Set<string>();
  const take = ignoreUnknown ? (column: string) => void unknown.add(column) : undefined;
  const printUnknown = () => {
    for (const line of ignoredLines(unknown)) console.error(line);
  };
  if (format === 'jsonl') {
    return { products: productsOfJsonLines(openFile(file), take), printUnknown };
  }
  const { rows, notes } = await openTable(file, { sheet, hint: SHEET_HINT });
  for (const note of notes) console.error(note);
  return { products: productsOfTable(rows, take), printUnknown };
}

/** Asks whether to remove so many products. It cannot ask if the file comes from standard input. */
function mayRemove(file: string | null, removed: number, of: number): Promise<boolean> {
  const question = `The file does not have ${number(removed)} of ${number(of)} products: they and their reviews would be removed. Remove them?`;
  return askYes(question, { answered: file !== null });
}

const NONE: Listed = { shown: [], count: 0 };

/** Prints what is wrong with a file, and before it what is probably not meant; true if anything is wrong. */
function printFaults(faults: Listed, warnings: Listed = NONE): boolean {
  for (const line of [...warningLines(warnings), ...faultLines(faults)]) console.error(line);
  return faults.count > 0;
}

function printChange(change: ProductChange): void {
  console.log(changeLines(change).join('\n'));
}

function intakeOf({ db, settings }: CommandContext, file: string | null): PictureIntake {
  const objects = openPictures(settings);
  const media = createMediaStore(db, objects, { log: createLog(settings) });
  return intakeFor(file, { media, objects });
}

/** Pictures are looked up from the folder of the file; without a file from the current folder. */
function intakeFor(
  file: string | null,
  place: Parameters<typeof createPictureIntake>[0]['place'],
): PictureIntake {
  return createPictureIntake({
    folder: file === null ? '.' : dirname(file),
    hosts: readPictureHosts(process.env.PICTURE_HOSTS),
    place,
  });
}
