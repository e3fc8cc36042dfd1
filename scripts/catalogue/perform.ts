import { dirname } from 'node:path';
import type { Database } from '#backend/db/connect.ts';
import { createLog } from '#backend/log.ts';
import { readPictureHosts } from '#backend/media/allowed-hosts.ts';
import { createPictureIntake, type PictureIntake } from '#backend/media/intake.ts';
import { openPictures } from '#backend/media/objects/open.ts';
import { createMediaStore } from '#backend/media/store.ts';
import { checkRows } from '#backend/services/catalogue-import/check.ts';
import { eachProduct, inSnapshot } from '#backend/services/catalogue-import/fields.ts';
import {
  type ImportOptions,
  importCatalogue,
  type ProductChange,
} from '#backend/services/catalogue-import/import.ts';
import type { Faults } from '#backend/services/merchant-files/faults.ts';
import { editProduct } from '#backend/services/product-edit/edit.ts';
import { readSettings, type Settings } from '#backend/settings.ts';
import { synthesize } from '#demo/synth.ts';
import { print, step } from '#process/console.ts';
import { faultLines, ignoredLines, warningLines } from '#scripts/csv/fault-lines.ts';
import { openFile } from '#scripts/csv/opening.ts';
import { save } from '#scripts/csv/saving.ts';
import { askYes } from '#scripts/question.ts';
import { actorBy } from '#scripts/who.ts';
import { withShopDatabase } from '#shop/database.ts';
import { readShopSettings } from '#shop/settings.ts';
import type { Order } from './arguments.ts';
import { readProducts } from './file-in.ts';
import { writeProducts } from './file-out.ts';
import { startProgress } from './progress.ts';
import { changeLines, totalLines } from './report.ts';
import { performVerb } from './verbs.ts';

/** Does what was ordered. Returns the exit code. @throws Error with a sentence to show. */
export async function perform(order: Order): Promise<number> {
  if (order.command === 'synth') return synth(order);
  if (order.command === 'check') return check(order);
  const { backend: settings } = readShopSettings(process.env);
  // A command that only reads changes nothing, not even the tables.
  const asItIs = order.command === 'export';
  return withShopDatabase(settings, (db) => performOn(db, settings, order), { asItIs });
}

async function synth(order: { count: number; seed: number }): Promise<number> {
  const settings = readSettings(process.env);
  if (settings.SHOP_MODE === 'production') {
    throw new Error('A shop in production (SHOP_MODE=production) has no synthetic products.');
  }
  await withShopDatabase(settings, (db) =>
    step(`Making ${order.count} synthetic products`, async () => {
      const made = await synthesize(db, order);
      if (made.pictures === 0) {
        console.log('  without pictures: they share those of the demo, which npm start composes');
      }
    }),
  );
  return 0;
}

async function check(order: Extract<Order, { command: 'check' }>): Promise<number> {
  const { file, format } = order;
  const progress = startProgress();
  const unknown = unknownColumns(order);
  const { rows, faults, warnings } = await checkRows(
    readProducts(openFile(file), format, unknown.take),
    intakeFor(file, null),
    (done) => progress.say(done, null, 'rows'),
  ).finally(progress.end);
  unknown.print();
  printWarnings(warnings);
  if (printFaults(faults)) return 1;
  console.log(`${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}, no faults.`);
  return 0;
}

async function performOn(
  db: Database,
  settings: Settings,
  order: Exclude<Order, { command: 'synth' | 'check' }>,
): Promise<number> {
  if (order.command === 'export') {
    await inSnapshot(db, (snapshot) => {
      const pieces = writeProducts(eachProduct(snapshot), order.format);
      return order.file === null ? print(pieces) : save(pieces, order.file);
    });
    return 0;
  }
  if (order.command !== 'import' && order.command !== 'set') return performVerb(db, order);
  const objects = openPictures(settings);
  const media = createMediaStore(db, objects, { log: createLog(settings) });
  const intake = intakeFor(order.command === 'import' ? order.file : null, { media, objects });
  if (order.command === 'set') {
    return set(db, intake, order);
  }
  const { dryRun, partial, deleteMissing } = order;
  const progress = startProgress();
  const options: ImportOptions = {
    intake,
    dryRun,
    partial,
    deleteMissing,
    onProgress: progress.say,
    onWriting: progress.end,
    onRemoval: async (removed, of) => order.yes || (await mayRemove(order, removed, of)),
    ...(dryRun ? { onChange: printChange } : {}),
  };
  const unknown = unknownColumns(order);
  const rows = readProducts(openFile(order.file), order.format, unknown.take);
  const report = await importCatalogue(db, rows, options).finally(progress.end);
  unknown.print();
  printWarnings(report.warnings);
  const faulty = printFaults(report.faults);
  for (const line of totalLines(report, { dryRun })) console.log(line);
  return faulty || (!report.written && !dryRun) ? 1 : 0;
}

async function set(
  db: Database,
  intake: PictureIntake,
  { id, cells, by, dryRun }: Extract<Order, { command: 'set' }>,
): Promise<number> {
  const edited = await editProduct(db, id, {
    cells,
    intake,
    dryRun,
    actor: actorBy(by),
  });
  if (!edited.ok) {
    if (!edited.faults) throw new Error(edited.refusal.message);
    printFaults(edited.faults);
    return 1;
  }
  const { before, after, warnings } = edited.value;
  printWarnings(warnings);
  if (after) printChange({ id, before, after });
  else console.log(`${id} has these values already.`);
  return 0;
}

/** Asks whether so many products may go. If the file comes from standard input, nobody can answer there. */
async function mayRemove({ file }: { file: string | null }, removed: number, of: number) {
  const question = `The file does not have ${removed.toLocaleString('en')} of ${of.toLocaleString('en')} products: they and their reviews would be removed. Remove them?`;
  return askYes(question, { answered: file !== null });
}

/** Takes the columns that do not exist, if they may be left out, and names them once. */
function unknownColumns({ ignoreUnknown }: { ignoreUnknown: boolean }) {
  const names = new Set<string>();
  return {
    take: ignoreUnknown ? (column: string) => void names.add(column) : undefined,
    print: () => {
      for (const line of ignoredLines(names)) console.error(line);
    },
  };
}

function printWarnings(warnings: Faults): void {
  for (const line of warningLines(warnings)) console.error(line);
}

/** Prints the faults of a file; true if there are any. */
function printFaults(faults: Faults): boolean {
  for (const line of faultLines(faults)) console.error(line);
  return faults.count > 0;
}

function printChange(change: ProductChange): void {
  console.log(changeLines(change).join('\n'));
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
