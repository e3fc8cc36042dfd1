import type pg from 'pg';
import type { TargetKind } from './targets/target.ts';

/** The database's records of the targets. */
export interface TargetRecords {
  /** Those that the settings have now. The others are forgotten, so that nobody is told that they are behind. */
  expect(kinds: readonly TargetKind[]): Promise<void>;
  /** @param at - when the backup was begun. */
  made(kind: TargetKind, at: Date): Promise<void>;
  checkedLast(kind: TargetKind): Promise<{ checked: string | null; damaged: string[] }>;
  checked(kind: TargetKind, name: string | null, damaged: readonly string[]): Promise<void>;
}

export function openTargetRecords(client: pg.ClientBase): TargetRecords {
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[]) =>
    (await client.query<Row>(text, values)).rows;
  const summarise = () =>
    query(
      `insert into newest_backup (at) select min(coalesce(newest_at, since)) from backup_targets
        having count(*) > 0 on conflict (id) do update set at = excluded.at`,
      [],
    );
  return {
    async expect(kinds) {
      await query('delete from backup_targets where kind <> all($1)', [kinds]);
      await query(
        'insert into backup_targets (kind) select unnest($1::text[]) on conflict do nothing',
        [kinds],
      );
      await summarise();
    },
    async made(kind, at) {
      await query('update backup_targets set newest_at = $2 where kind = $1', [kind, at]);
      await summarise();
    },
    async checkedLast(kind) {
      const [row] = await query<{ checked: string | null; damaged: string[] }>(
        'select checked, damaged from backup_targets where kind = $1',
        [kind],
      );
      return row ?? { checked: null, damaged: [] };
    },
    async checked(kind, name, damaged) {
      await query('update backup_targets set checked = $2, damaged = $3 where kind = $1', [
        kind,
        name,
        damaged,
      ]);
    },
  };
}
