import { sql } from 'drizzle-orm';
import type { Task } from '#backend/base/background.ts';
import type { Signal } from '#backend/base/signal.ts';
import type { Database } from '#backend/db/connect.ts';
import { alone } from '#backend/db/locks.ts';
import { withAgreedHosts } from '#backend/media/allowed-hosts.ts';
import { whileTakingPictures } from '#backend/media/import-lock.ts';
import { createPictureIntake, type Taken } from '#backend/media/intake.ts';
import type { ImportParts } from './job.ts';
import { placePictures } from './placing.ts';

/** Downloads at a time, for all imports together. */
const AT_ONCE = 4;
/** Minutes before each retry if a host does not answer. After the last one the picture is broken. */
const PAUSES = [1, 5, 30, 120];
/** Milliseconds between two searches for pictures, unless the task is woken. */
const PAUSE = 15_000;

type Waiting = {
  importId: string;
  productId: string;
  position: number;
  address: string;
  attempts: number;
  hosts: string[];
};

/**
 * Downloads the pictures of imports and adds them to their products. Unfinished work waits in the database, so a process
 * that dies loses nothing and repeats nothing.
 */
export const pictureTask = (parts: ImportParts, wake: Signal): Task => ({
  failure: 'import_pictures_failed',
  pauseMs: PAUSE,
  deadlineMs: 10 * 60_000,
  wake,
  round: async (signal) => {
    const { db } = parts;
    const due = await untilDue(parts.calls);
    if (due === null || due > 0) return Math.min(due ?? PAUSE, PAUSE);
    const mine = await alone(db, 'importPictures', (session) =>
      whileTakingPictures(session, () => work(parts, signal)),
    );
    return mine && (await untilDue(db)) === 0 ? 0 : PAUSE;
  },
});

/** Returns the milliseconds until work is due; null for none. Pictures that a dead process fetched are work, too. */
async function untilDue(db: Database): Promise<number | null> {
  const { rows } = await db.execute<{ ms: number | null }>(sql`
    select case when exists (
        select from import_pictures f where f.state = 'fetched' and not exists (
          select from import_pictures w
          where w.import_id = f.import_id and w.product_id = f.product_id and w.state = 'waiting')) then 0
      else (select ceil(extract(epoch from min(next_at) - now()) * 1000) from import_pictures where state = 'waiting')
      end::float8 as ms`);
  const ms = rows[0]?.ms ?? null;
  return ms === null ? null : Math.max(0, ms);
}

async function work(parts: ImportParts, signal: AbortSignal): Promise<void> {
  const { db } = parts;
  // A process may have died after downloading these, before it added them to their products.
  const { rows: left } = await db.execute<Pick<Waiting, 'importId' | 'productId'>>(sql`
    select distinct import_id as "importId", product_id as "productId" from import_pictures where state = 'fetched'`);
  for (const { importId, productId } of left) await placePictures(db, importId, productId);
  const inHand = new Set<string>();
  const keyOf = ({ importId, productId, position }: Waiting) =>
    `${importId} ${productId} ${position}`;
  let choosing: Promise<unknown> = Promise.resolve();
  const choose = (): Promise<Waiting | undefined> => {
    const chosen = choosing.then(async () => {
      const next = await nextOf(db, inHand);
      if (next) inHand.add(keyOf(next));
      return next;
    });
    choosing = chosen.catch(() => {});
    return chosen;
  };
  const worker = async () => {
    for (;;) {
      const next = signal.aborted ? undefined : await choose();
      if (!next) return;
      await fetchOne(parts, next);
      inHand.delete(keyOf(next));
    }
  };
  // All workers end before an error is thrown, so that nothing runs on after the round.
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

/** Returns the next due picture. The pictures of a product come one after the other. */
async function nextOf(db: Database, inHand: ReadonlySet<string>): Promise<Waiting | undefined> {
  const { rows } = await db.execute<Waiting>(sql`
    select w.import_id as "importId", w.product_id as "productId", w.position, w.address, w.attempts, i.hosts
    from import_pictures w join imports i on i.id = w.import_id
    where w.state = 'waiting' and w.next_at <= now()
      and w.import_id || ' ' || w.product_id || ' ' || w.position <> all(${sql.param([...inHand])}::text[])
    order by w.next_at, w.import_id, w.row, w.position limit 1`);
  return rows[0];
}

async function fetchOne(parts: ImportParts, picture: Waiting): Promise<void> {
  const { db, place, lookUp } = parts;
  const hosts = withAgreedHosts(parts.hosts, picture.hosts);
  const intake = createPictureIntake({ folder: null, hosts, place, lookUp });
  await recordDownload(db, picture, await intake.take(picture.address, 'keep'));
  const { importId, productId } = picture;
  await placePictures(db, importId, productId);
}

/** Records the result of a download. A picture that was dropped in the meantime stays dropped. */
async function recordDownload(db: Database, picture: Waiting, taken: Taken): Promise<void> {
  const { importId, productId, position, attempts } = picture;
  const pause = !taken.ok && taken.refusal.code !== 'invalid' ? PAUSES[attempts] : undefined;
  const reason = taken.ok ? null : taken.refusal.message;
  const state = taken.ok ? 'fetched' : pause === undefined ? 'broken' : 'waiting';
  await db.execute(sql`
    update import_pictures set state = ${state}, attempts = attempts + 1, reason = ${reason},
      hash = ${taken.ok ? taken.value : null},
      next_at = now() + ${pause ?? 0}::int * interval '1 minute',
      settled_at = case when ${state} <> 'waiting' then now() end
    where import_id = ${importId} and product_id = ${productId} and position = ${position}::int and state = 'waiting'`);
}
