import { sql } from 'drizzle-orm';
import { ALERT_EMAIL_PREFIX } from '#backend/stock-alerts/emails.ts';
import { waveIsDue } from '#backend/stock-alerts/waves.ts';
import { ALERT_CONFIRM_HOURS, ALERT_WAIT_DAYS } from '#domain/products/stock-alert.ts';
import type { AuditRule } from './rule.ts';

/** Minutes by which the sweeper may be late. */
const LATE_MINUTES = 15;

/** The rules for people who wait for a product (decision 36). */
export const STOCK_ALERT_RULES: readonly AuditRule[] = [
  {
    name: 'who waits for a product is told when it is back',
    query: sql`select format('People wait for %s, which can be bought since %s UTC. Does the shop run?', p.product_id,
        to_char(p.available_since at time zone 'UTC', 'YYYY-MM-DD HH24:MI')) as violation
      from stock_alert_products p where ${waveIsDue(LATE_MINUTES)}`,
  },
  {
    name: 'no more people are told than there are units',
    query: sql`select format('%s people were told of %s units of %s', told, units, product_id) as violation
      from stock_alert_products where told > units`,
  },
  {
    name: 'who counts as told has an email',
    query: sql`select format('Request %s for %s ended without an email', a.id, a.product_id) as violation
      from stock_alerts a where a.told_at is not null
        and not exists (select from emails e where e.id = ${ALERT_EMAIL_PREFIX}::text || a.id)`,
  },
  {
    name: 'requests for emails end in time',
    query: sql`select format('Request %s for %s should have been erased. Does the shop run?', id, product_id) as violation
      from stock_alerts where told_at is null and coalesce(
        confirmed_at + ${ALERT_WAIT_DAYS}::int * interval '1 day',
        asked_at + ${ALERT_CONFIRM_HOURS}::int * interval '1 hour') < now() - ${LATE_MINUTES}::int * interval '1 minute'`,
  },
];
