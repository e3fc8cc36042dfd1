import { sql } from 'drizzle-orm';
import { done, type Result, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { type Actor, ownersOnly } from './actor.ts';

/** An action of one of the merchant's people. */
export interface LogEntry {
  at: Date;
  recordedBy: string;
  /** Whether a command recorded it, in the name of somebody who is not among the people. */
  byCommand: boolean;
  /** Such as 'product.hide', or 'order.packed' for a step of an order's goods. */
  action: string;
  /** The id or name of its subject. */
  subject: string;
  /** The subject's name for people: the customer of an order, the words of a promotion. Null if `subject` is enough. */
  called: string | null;
  renamedTo: string | null;
  detail: string | null;
}

/** A page of the log, newest first. */
export interface LogPage {
  entries: LogEntry[];
  page: number;
  pages: number;
  /** The names of everybody in the log, for a filter. */
  names: string[];
}

const PER_PAGE = 50;

/** The actions of people and the steps of orders' goods, whose table also names the person. Both are append-only. */
const EVERYTHING = sql`(
  select at, recorded_by, action, subject, renamed_to, detail, 0 as kind, id from staff_actions
  union all
  select at, recorded_by, 'order.' || step, order_id, null,
    nullif(concat_ws(' ', courier, tracking_number), ''), 1, id
  from fulfilment_steps
) as entries`;

/**
 * Reads the log.
 * @param wanted.by - one person's name. @param wanted.subject - a part of an id or a name, in any case.
 * @param wanted.page - from 1; a number beyond the end means the last page.
 */
export async function readLog(
  db: Database,
  actor: Actor,
  wanted: { by?: string; subject?: string; page?: number },
): Promise<Result<LogPage, StaffCode>> {
  const no = ownersOnly(actor, 'read what others did');
  if (no) return no;
  const subject = wanted.subject?.trim().replace(/^#/, '') ?? '';
  const pattern = `%${subject.replace(/[\\%_]/g, '\\$&')}%`;
  const where = sql`
    (${wanted.by ?? ''} = '' or recorded_by = ${wanted.by ?? ''})
    and (${subject} = '' or subject ilike ${pattern} or renamed_to ilike ${pattern})`;
  const { rows: counts } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from ${EVERYTHING} where ${where}`,
  );
  const pages = Math.max(1, Math.ceil((counts[0]?.total ?? 0) / PER_PAGE));
  const page = Math.min(Math.max(1, Math.trunc(wanted.page ?? 1) || 1), pages);
  const { rows } = await db.execute<Row>(sql`
    select at, recorded_by, action, subject, renamed_to, detail,
      coalesce((select full_name from orders where id = subject), (select label from promotions where id = subject)) as called,
      not exists (select from staff where name = recorded_by) as by_command
    from ${EVERYTHING} where ${where}
    order by at desc, kind, id desc limit ${PER_PAGE} offset ${(page - 1) * PER_PAGE}`);
  const { rows: names } = await db.execute<{ name: string }>(sql`
    select recorded_by as name from staff_actions union select recorded_by from fulfilment_steps order by 1`);
  const entries = rows.map((row) => ({
    at: new Date(row.at),
    recordedBy: row.recorded_by,
    byCommand: row.by_command,
    action: row.action,
    subject: row.subject,
    called: row.called,
    renamedTo: row.renamed_to,
    detail: row.detail,
  }));
  return done({ entries, page, pages, names: names.map(({ name }) => name) });
}

interface Row extends Record<string, unknown> {
  at: string | Date;
  recorded_by: string;
  by_command: boolean;
  action: string;
  subject: string;
  called: string | null;
  renamed_to: string | null;
  detail: string | null;
}
