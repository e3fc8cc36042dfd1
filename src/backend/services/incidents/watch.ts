import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#backend/db/connect.ts';
import { describeError, type Log } from '#backend/log.ts';
import { type MerchantSettings, merchantOf } from '#backend/mail/merchant.ts';
import type { Publisher } from '#backend/publishing/publisher.ts';
import type { Settings } from '#backend/settings.ts';
import type { Finding } from './finding.ts';
import { type IncidentKind, recordFinding } from './incidents.ts';
import { lookAtPayments } from './payments.ts';
import { lookAtPublishing } from './publishing.ts';

const PAUSE_MS = 30_000;

interface Watched {
  db: Database;
  settings: Pick<Settings, 'ALERT_MINUTES'> & MerchantSettings;
  /** Null for a shop that tells nobody of changes. */
  publisher: Publisher | null;
  log: Log;
}

/** Looks once at payments and publishing. The log has `incident_began` and `incident_ended`. */
export async function lookForIncidents({ db, settings, publisher, log }: Watched): Promise<void> {
  const { ALERT_MINUTES: minutes } = settings;
  const merchant = merchantOf(settings);
  const record = async (kind: IncidentKind, finding: Finding) => {
    const change = await recordFinding(db, kind, finding, merchant);
    if (change === 'began') log({ event: 'incident_began', level: 'error', kind });
    if (change === 'ended') log({ event: 'incident_ended', kind });
  };
  await record('payments', await lookAtPayments(db, minutes));
  if (publisher) await record('publishing', await lookAtPublishing(db, publisher, minutes));
}

/** Looks every half minute. @returns a function that stops it after the current look. */
export function startIncidentWatch(watched: Watched): () => Promise<void> {
  const stop = new AbortController();
  const work = (async () => {
    while (!stop.signal.aborted) {
      await lookForIncidents(watched).catch((error: unknown) =>
        watched.log({ event: 'incident_watch_failed', error: describeError(error) }),
      );
      // A stop ends the pause.
      await pause(PAUSE_MS, undefined, { signal: stop.signal }).catch(() => {});
    }
  })();
  return async () => {
    stop.abort();
    await work;
  };
}
