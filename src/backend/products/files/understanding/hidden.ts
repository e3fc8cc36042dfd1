import type { Table } from '#backend/merchant-files/tables/open-table.ts';
import { counted } from '#domain/words.ts';
import type { Answers, Ask } from './answers.ts';
import type { LeftOut } from './assemble.ts';

/** Returns the question whether to read hidden rows and columns; none if nobody has to answer it. */
export function hiddenAsks({ rows, columns }: Table['hidden'], answer: Answers['hidden']): Ask[] {
  const about = [
    ...(rows.length > 0 ? [counted(rows.length, 'hidden row')] : []),
    ...(columns > 0 ? [counted(columns, 'hidden column')] : []),
  ].join(' and ');
  return answer === undefined && about !== '' ? [{ kind: 'hidden', about, rows }] : [];
}

/** Returns the hidden rows that are left out. */
export const hiddenRows = ({ rows }: Table['hidden'], answer: Answers['hidden']): LeftOut[] =>
  answer === 'leave' ? rows.map((row) => ({ row, name: '', what: 'hidden in the file' })) : [];
