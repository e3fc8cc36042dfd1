import { eq } from 'drizzle-orm';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { allOrNothing } from '#backend/db/transact.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import type { PublisherReport, PublisherRequest } from '#contract/publishing.ts';
import { readVersion } from './changes.ts';
import { DeliveryFault, type Publisher } from './publisher.ts';
import { publisherNotices } from './tables.ts';

/** The knowledge of this API about the publisher in its settings. */
export type PublisherState =
  /** The settings name none: pages are built without the API's knowledge, or not at all. */
  | { kind: 'none' }
  /** Another program, such as the deploy hook of a host. It only takes messages. */
  | { kind: 'foreign'; host: string }
  /** This project's publisher, without an answer. */
  | { kind: 'away'; host: string; reason: string }
  | { kind: 'ours'; host: string; report: PublisherReport };

/** The state of the site. */
export interface Publications {
  /** The newest change that pages show: the version after it, and the time when it took effect. */
  change: { version: string; at: Date };
  /** The last notice to the publisher; null if there was none. */
  notice: { told: string | null; toldAt: Date | null; tries: number; error: string | null } | null;
  publisher: PublisherState;
}

const ACT = 'decide what is published';

/** Returns the state of the site. @returns the refusal `forbidden` for a packer. */
export async function showPublications(
  db: Database,
  publisher: Publisher | null,
  actor: Actor,
): Promise<Result<Publications, StaffCode>> {
  const forbidden = ownersOnly(actor, ACT);
  if (forbidden) return forbidden;
  const { version, at } = await readVersion(db);
  const value = {
    change: { version, at },
    notice: publisher && (await noticeOf(db, publisher)),
    publisher: await stateOf(publisher),
  };
  return done(value);
}

async function noticeOf(db: Database, { address }: Publisher): Promise<Publications['notice']> {
  const { told, toldAt, tries, lastError } = publisherNotices;
  const [notice] = await db
    .select({ told, toldAt, tries, error: lastError })
    .from(publisherNotices)
    .where(eq(publisherNotices.address, address));
  return notice ?? null;
}

async function stateOf(publisher: Publisher | null): Promise<PublisherState> {
  if (!publisher) return { kind: 'none' };
  const { host } = publisher;
  if (!publisher.report) return { kind: 'foreign', host };
  try {
    return { kind: 'ours', host, report: await publisher.report() };
  } catch (error) {
    if (!(error instanceof DeliveryFault)) throw error;
    return { kind: 'away', host, reason: error.message };
  }
}

/**
 * Asks the publisher to show an earlier release again, and to publish nothing until `resume`.
 * @param request.live - the live release at the time of the request. If another is live now, the publisher refuses.
 * @returns `later` if the current publication ends first; or the refusal `conflict` with its words, `unavailable` if it
 *   cannot be asked, `forbidden`.
 */
export const rollBack = (
  db: Database,
  publisher: Publisher | null,
  actor: Actor,
  { release, live }: { release: string; live: string },
): Promise<Result<'done' | 'later', StaffCode>> =>
  ask(db, publisher, actor, { do: 'rollback', release, live }, `from ${live} to ${release}`);

/**
 * Asks the publisher to publish changes again.
 * @param heldSince - the time since which nothing is published, as it was shown (ISO).
 */
export const resume = (
  db: Database,
  publisher: Publisher | null,
  actor: Actor,
  heldSince: string,
): Promise<Result<'done' | 'later', StaffCode>> =>
  ask(db, publisher, actor, { do: 'resume', heldSince }, `held since ${heldSince}`);

/**
 * Tells the publisher to build again, such as after a fixed failure.
 * @returns the refusal `unavailable` if it cannot be told, `forbidden`.
 */
export async function publishNow(
  db: Database,
  publisher: Publisher | null,
  actor: Actor,
): Promise<Result<'later', StaffCode>> {
  const forbidden = ownersOnly(actor, ACT);
  if (forbidden) return forbidden;
  if (!publisher) return nobody();
  return recorded(
    db,
    { action: 'site.publish', subject: 'site', recordedBy: actor.name },
    async () => {
      // Without a version it builds in any case.
      await publisher.tell({ at: new Date().toISOString() }, AbortSignal.timeout(TELL_MS));
      return done('later' as const);
    },
  );
}

/** Longer than the publisher's own limit. */
const TELL_MS = 15_000;

const nobody = () =>
  refuse('unavailable', 'The settings of this API name no publisher (PUBLISHER_URL).');

async function ask(
  db: Database,
  publisher: Publisher | null,
  actor: Actor,
  request: PublisherRequest,
  detail: string,
): Promise<Result<'done' | 'later', StaffCode>> {
  const forbidden = ownersOnly(actor, ACT);
  if (forbidden) return forbidden;
  const send = publisher?.request;
  if (!publisher) return nobody();
  if (!send) {
    const message = `${publisher.host} only takes messages. Go back to an earlier release on its own pages.`;
    return refuse('unavailable', message);
  }
  const action = { subject: 'site', recordedBy: actor.name, detail };
  return recorded(db, { ...action, action: `site.${request.do}` as const }, async () => {
    const sent = await send(request);
    return sent.ok ? done(sent.value ? ('done' as const) : ('later' as const)) : sent;
  });
}

/** Runs a request to the publisher and records it in one transaction. A refusal leaves no record. */
async function recorded<T>(
  db: Database,
  action: Parameters<typeof recordAction>[1],
  work: () => Promise<Result<T, StaffCode>>,
): Promise<Result<T, StaffCode>> {
  try {
    return await allOrNothing(db, async (transaction) => {
      await recordAction(transaction, action);
      return work();
    });
  } catch (error) {
    if (error instanceof DeliveryFault) return refuse('unavailable', error.message);
    throw error;
  }
}
