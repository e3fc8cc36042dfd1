import type pg from 'pg';
import { asTyped } from '#process/as-typed.ts';
import { attempt, expectThat, type Finding, rowOf } from './finding.ts';

const ROLE = `
  select quote_ident(current_user) as role, current_setting('statement_timeout') <> '0' as limited,
    (select quote_ident(pg_get_userbyid(relowner)) from pg_class where oid = to_regclass('public.staff_actions')) as owner,
    (select pg_has_role(relowner, 'USAGE') from pg_class where oid = to_regclass('public.staff_actions')) as owns`;

/** The answer to ROLE. `owner` and `owns` are null if the database has no shop yet. */
interface Role {
  role: string;
  limited: boolean;
  owner: string | null;
  owns: boolean | null;
}

/**
 * Checks the rights and time limits of the role of the calls, if it has a separate address.
 * @param calls - a connection by it.
 * @param direct - one by the direct address.
 */
export async function checkCallsRole(
  calls: pg.ClientBase,
  direct: pg.ClientBase,
): Promise<Finding[]> {
  const mine = await rowOf<Role>(calls, ROLE);
  if (mine.owner === null) return [];
  const limits = expectThat(
    mine.limited,
    'time limits of calls',
    '',
    `A statement of ${mine.role} may take as long as it likes. Run ${asTyped('migrate')}, which gives the role its limits, and let the pooler open new connections (RECONNECT in PgBouncer).`,
  );
  const { role: owner } = await rowOf<Role>(direct, ROLE);
  if (owner === mine.role) return [limits];
  const breaks = `Run ${asTyped('migrate')}, which gives the rights.`;
  const rights = await attempt('rights of the calls', breaks, async () => {
    await calls.query('select from public.products limit 1');
    return expectThat(
      !mine.owns,
      'rights of the calls',
      `${mine.role} owns nothing`,
      `${mine.role} owns the tables of the shop or may act for their owner, so that it can switch off what keeps the log of the staff unchanged. An administrator runs in this database: reassign owned by ${mine.owner} to ${owner}, or takes the membership away.`,
    );
  });
  return [limits, rights];
}
