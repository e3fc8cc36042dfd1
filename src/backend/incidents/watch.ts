import type { Task } from '#backend/base/background.ts';
import type { Log } from '#backend/base/log.ts';
import type { Database } from '#backend/db/connect.ts';
import { type MerchantSettings, merchantOf } from '#backend/mail/merchant.ts';
import type { Publisher } from '#backend/publishing/publisher.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { lookAtArchive } from './archive.ts';
import { lookAtBackups } from './backups.ts';
import type { Finding } from './finding.ts';
import { type IncidentKind, recordFinding } from './incidents.ts';
import { lookAtPayments } from './payments.ts';
import { lookAtPublishing } from './publishing.ts';

const PAUSE_MS = 30_000;
const DEADLINE_MS = 60_000;

interface Watched {
  db: Database;
  settings: Pick<Settings, 'ALERT_MINUTES' | 'DATA_DIR'> & MerchantSettings;
  /** Null for a shop without a publisher. */
  publisher: Publisher | null;
  log: Log;
}

/** Checks payments, publishing, backups and the archive once. The log has `incident_began` and `incident_ended`. */
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
  await record('backups', await lookAtBackups(db));
  await record('archive', await lookAtArchive(db, settings.DATA_DIR));
}

/** Checks every half minute. */
export const incidentWatch = (watched: Watched): Task => ({
  failure: 'incident_watch_failed',
  pauseMs: PAUSE_MS,
  deadlineMs: DEADLINE_MS,
  round: () => lookForIncidents(watched),
});
