import { eq } from 'drizzle-orm';
import type { Fault } from '#backend/base/faults.ts';
import type { Database } from '#backend/db/connect.ts';
import type { PictureIntake } from '#backend/media/intake.ts';
import { fieldChanges } from '#backend/products/edit/changes.ts';
import type { Asked } from '#backend/products/files/import/choices.ts';
import {
  type ImportReport,
  importCatalogue,
  type ProductChange,
} from '#backend/products/files/import/import.ts';
import {
  type AddressPlan,
  exampleAddresses,
} from '#backend/products/files/understanding/addresses/plan.ts';
import { previewRedirects } from '#backend/products/files/understanding/addresses/write.ts';
import type { Ask } from '#backend/products/files/understanding/answers.ts';
import type { Reading } from './reading.ts';
import type { Steps } from './steps.ts';
import { type ImportRow, importRows } from './tables.ts';
import type { ImportView, Shown } from './view.ts';

/** The number of preview rows written at once. */
const BATCH = 500;
/** The most faults, and the most warnings, that are listed one by one. */
export const LISTED = 100_000;
/** The number of characters of a value in the preview. */
const WIDTH = 400;
/** The number of row numbers kept for a question. */
const ASKED = 5;

type Kind = (typeof importRows.$inferInsert)['kind'];

/** Writes the preview of an import, some rows at a time. */
class Preview {
  readonly #db: Database;
  readonly #importId: string;
  readonly #counts = new Map<Kind, number>();
  #waiting: (typeof importRows.$inferInsert)[] = [];

  constructor(db: Database, importId: string) {
    this.#db = db;
    this.#importId = importId;
  }

  async add(kind: Kind, row: number, shown: Shown): Promise<void> {
    const place = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, place + 1);
    this.#waiting.push({ importId: this.#importId, kind, place, row, shown });
    if (this.#waiting.length === BATCH) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#waiting.length > 0) await this.#db.insert(importRows).values(this.#waiting);
    this.#waiting = [];
  }
}

/** Compares a file with the shop and stores the effect of its import, row by row. Does not change the catalogue. */
export async function writePreview(
  db: Database,
  { id, answers }: ImportRow,
  reading: Reading,
  { intake, steps }: { intake: PictureIntake; steps: Steps },
): Promise<ImportView> {
  await db.delete(importRows).where(eq(importRows.importId, id));
  const preview = new Preview(db, id);
  const { moved } = reading;
  const report = await importCatalogue(db, reading.rows, {
    intake,
    dryRun: true,
    partial: true,
    withoutBrokenPictures: true,
    listed: LISTED,
    twins: answers.twins ?? 'ask',
    codes: answers.codes ?? 'ask',
    onProgress: (count) => steps.say('rows', count, moved?.products.length ?? null),
    onChange: ({ row, ...change }) =>
      preview.add(change.before ? 'changed' : 'new', row ?? 0, shownChange(change)),
  });
  for (const { row, name, what } of reading.leftOut) {
    await preview.add('left-out', row, { name, words: what });
  }
  for (const fault of report.leftOut) await preview.add('left-out', ...shownFault(fault));
  for (const { row, text } of moved?.notes ?? []) await preview.add('note', row, { words: text });
  const asks = asksOf(reading, report);
  // While all rows wait for an answer there are no products yet.
  const faults = report.faults.shown.filter(({ row }) => row > 0 || asks.length === 0);
  for (const fault of faults) await preview.add('fault', ...shownFault(fault));
  for (const warning of report.warnings.shown) await preview.add('warning', ...shownFault(warning));
  const plan = moved ? await previewRedirects(moved, db) : NO_ADDRESSES;
  for (const fault of plan.refused) await preview.add('warning', ...shownFault(fault));
  await preview.flush();
  return {
    ...viewOf(reading, report, plan),
    asks: asks.map(({ kind, about, rows }) => ({
      ...{ kind, about, count: rows.length, rows: rows.slice(0, ASKED) },
    })),
    faults: report.faults.count - (report.faults.shown.length - faults.length),
  };
}

function shownChange({ id, before, after }: Omit<ProductChange, 'row'>): Shown {
  const cut = (text: string) => (text.length > WIDTH ? `${text.slice(0, WIDTH)}…` : text);
  const changes = after ? fieldChanges(id, before, after) : [];
  return {
    id,
    name: after?.name ?? '',
    changes: changes.map((one) => ({ ...one, before: cut(one.before), after: cut(one.after) })),
  };
}

const shownFault = ({ row, column, message }: Fault): [number, Shown] => [
  row,
  { words: message, ...(column === null ? {} : { column }) },
];

function viewOf(
  reading: Reading,
  report: ImportReport,
  plan: AddressPlan,
): Omit<ImportView, 'asks' | 'faults'> {
  const { moved, deferred, unknown } = reading;
  const leftOut = reading.leftOut.length;
  const asked = new Set([...report.twins, ...report.codes].map(({ row }) => row));
  const ignored = [...unknown].map((name) => `The column '${name}' is not read.`);
  return {
    format: moved?.format ?? null,
    headingsKey: reading.headingsKey,
    remembered: reading.remembered,
    columns: [...reading.columns],
    unread: [...(moved?.unread ?? [])],
    hosts: [...deferred.hosts].map(([host, { pictures, rows }]) => ({
      host,
      pictures,
      products: rows.size,
    })),
    rows: moved?.rows ?? report.rows + leftOut,
    waiting: moved ? moved.rows - moved.takenBut(asked) - leftOut : asked.size,
    products: (moved?.products.length ?? report.rows) - asked.size,
    new: report.added,
    changed: report.changed,
    unchanged: report.unchanged,
    leftOut: leftOut + report.leftOut.length,
    warnings: report.warnings.count + plan.refused.length,
    notes: moved?.notes.length ?? 0,
    addresses: { count: plan.redirects.length, examples: exampleAddresses(plan) },
    sentences: [...reading.sentences, ...ignored],
  };
}

const NO_ADDRESSES: AddressPlan = { redirects: [], refused: [] };

/** Returns the questions about a file. */
const asksOf = (reading: Reading, report: ImportReport): Ask[] => [
  ...reading.asks,
  ...(reading.moved ? [] : hostAsks(reading)),
  ...askOf('twins', report.twins),
  ...askOf('codes', report.codes),
];

/** Returns the question about rows with one id, or with the SKU of another product. */
const askOf = (kind: 'twins' | 'codes', [first, ...others]: readonly Asked[]): Ask[] =>
  first ? [{ kind, about: first.about, rows: [first, ...others].map(({ row }) => row) }] : [];

/** Returns the questions whether to download pictures from the hosts that a file with the shop's own columns names. */
const hostAsks = ({ deferred, answers }: Reading): Ask[] =>
  [...deferred.hosts].flatMap(([about, { rows, allowed }]): Ask[] =>
    allowed || answers.pictures ? [] : [{ kind: 'pictures', about, rows: [...rows] }],
  );
