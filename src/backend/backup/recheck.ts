import type { TargetRecords } from './target-records.ts';
import type { BackupTarget } from './targets/target.ts';

/** An older backup that was read again. */
export interface Rechecked {
  name: string;
  /** The fault of the backup. Null if there is none. */
  fault: string | null;
}

/**
 * Reads one of the older backups of a target to its last byte, each time another, from the newest to the oldest. So a
 * disk or a store that loses bytes is noticed in time. Damaged backups are read each time until they are gone.
 */
export async function recheckOne(
  target: BackupTarget,
  records: TargetRecords,
  newest: string | undefined,
): Promise<Rechecked[]> {
  const older = (await target.list()).map(({ name }) => name).filter((name) => name !== newest);
  const last = await records.checkedLast(target.kind);
  const next = older.find((name) => last.checked !== null && name < last.checked) ?? older[0];
  const due = new Set([...last.damaged.filter((name) => older.includes(name)), next]);
  const found: Rechecked[] = [];
  for (const name of due) {
    if (name !== undefined) found.push({ name, fault: await target.faultOf(name) });
  }
  const damaged = found.filter(({ fault }) => fault !== null).map(({ name }) => name);
  await records.checked(target.kind, next ?? null, damaged);
  return found;
}
