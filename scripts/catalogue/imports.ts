import { setTimeout as pause } from 'node:timers/promises';
import { createLog } from '#backend/base/log.ts';
import { Signal } from '#backend/base/signal.ts';
import type { Database } from '#backend/db/connect.ts';
import { readPictureHosts } from '#backend/media/allowed-hosts.ts';
import { openPictures } from '#backend/media/objects/open.ts';
import { pictureOrigins } from '#backend/media/own-picture.ts';
import { createMediaStore } from '#backend/media/store.ts';
import { listImports, undoImport } from '#backend/products/files/jobs/imports.ts';
import { importTask } from '#backend/products/files/jobs/job.ts';
import {
  findImport,
  type ImportDetails,
  keptOf,
  PAGE,
  picturesOf,
} from '#backend/products/files/jobs/queries.ts';
import { totalsInWords } from '#backend/products/files/jobs/recording.ts';
import type { Actor } from '#backend/staff/actor.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { counted, number } from '#domain/words.ts';
import { asTyped } from '#process/as-typed.ts';
import { type CommandContext, expectDone } from '#scripts/command-line.ts';

/** Milliseconds between two checks whether another process has undone an import. */
const LOOK_MS = 300;

export async function importLines(db: Database, actor: Actor): Promise<string[]> {
  const rows = expectDone(await listImports(db, actor));
  if (rows.length === 0) return ['There are no imports.'];
  return rows.map(({ id, createdAt, startedBy, fileName, state, totals }) =>
    [id, lagosTime(createdAt), state, startedBy, fileName, totals && totalsInWords(totals)]
      .filter(Boolean)
      .join('  '),
  );
}

/** Returns what can be done after an import, and what is still running. */
export async function afterwardsLines(db: Database, id: string): Promise<string[]> {
  const { import: row } = await details(db, id, { name: '', role: 'owner' });
  const { new: added = 0, changed = 0, pictures = 0, addresses = 0 } = row.totals ?? {};
  return [
    ...(pictures > 0
      ? [
          `${counted(pictures, 'picture')} to download: the shop does it in the background while it runs. How far it is: ${asTyped('catalogue', `imports pictures ${id}`)}`,
        ]
      : []),
    ...(added + changed + pictures + addresses > 0
      ? [`To take it back: ${asTyped('catalogue', `imports undo ${id}`)}`]
      : []),
  ];
}

/** Returns the progress of an import's pictures, and the broken ones with row and reason. */
export async function pictureLines(db: Database, id: string, actor: Actor): Promise<string[]> {
  const { pictures, minutesLeft } = await details(db, id, actor);
  const { all, there, waiting, broken, dropped } = pictures;
  const left = minutesLeft === null ? '' : ` (about ${counted(minutesLeft, 'minute')})`;
  const lines = [
    `${counted(all, 'picture')}: ${number(there)} there, ${number(waiting)} waiting${left}, ${number(broken)} broken, ${number(dropped)} no longer needed.`,
  ];
  for (let offset = 0; offset < broken; offset += PAGE) {
    const page = expectDone(await picturesOf(db, id, actor, { state: 'broken', offset }));
    lines.push(...page.map(({ row, address, reason }) => `row ${row}: ${address} ${reason}`));
    if (page.length < PAGE) break;
  }
  return lines;
}

/** Undoes an import. Returns what stays as it is. */
export async function undoLines(
  { db, settings }: CommandContext,
  id: string,
  actor: Actor,
): Promise<string[]> {
  expectDone(await undoImport(db, id, { actor }));
  const log = createLog(settings);
  const objects = openPictures(settings);
  const place = { media: createMediaStore(db, objects, { log }), objects };
  const hosts = readPictureHosts(settings.PICTURE_HOSTS);
  const origins = pictureOrigins(settings);
  const parts = { db, calls: db, place, hosts, origins, log };
  const task = importTask(parts, new Signal(), () => {});
  let found = await details(db, id, actor);
  // A running shop may do it first.
  while (found.import.state === 'undoing') {
    await task.round(new AbortController().signal);
    found = await details(db, id, actor);
    if (found.import.state === 'undoing') await pause(LOOK_MS);
  }
  const { trouble, totals } = found.import;
  if (trouble !== null) return [trouble];
  const lines = [`${counted(totals?.undone ?? 0, 'product')} as before the import.`];
  for (let offset = 0; offset < found.kept; offset += PAGE) {
    const page = expectDone(await keptOf(db, id, actor, { offset }));
    lines.push(...page.map(({ productId, kept }) => `${productId} ${kept}: it stays as it is`));
    if (page.length < PAGE) break;
  }
  return lines;
}

const details = async (db: Database, id: string, actor: Actor): Promise<ImportDetails> =>
  expectDone(await findImport(db, id, actor));
