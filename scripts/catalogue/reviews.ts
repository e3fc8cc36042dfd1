import type { Database } from '#backend/db/connect.ts';
import { openTable } from '#backend/merchant-files/tables/open-table.ts';
import { importReviews } from '#backend/reviews/files/import.ts';
import { readReviews } from '#backend/reviews/files/read.ts';
import { counted, number } from '#domain/words.ts';
import { SHEET_HINT } from '#scripts/csv/sheet-option.ts';
import { section } from './understood.ts';

/** Imports the reviews of another program, and prints the result. @throws Error if the file has none. */
export async function importReviewFile(
  db: Database,
  file: string | null,
  { sheet, dryRun }: { sheet: string | undefined; dryRun: boolean },
): Promise<void> {
  const { rows, notes } = await openTable(file, { sheet, hint: SHEET_HINT });
  const read = await readReviews(rows);
  for (const note of notes) console.error(note);
  const report = await importReviews(db, read, { dryRun });
  const { added, known, leftOut } = report;
  const lines = [
    `Read as reviews of ${report.format}: ${counted(report.rows, 'row')}.`,
    ...section(
      'Left out:',
      leftOut.map(({ row, what }) => `row ${row} ${what}`),
    ),
    `${counted(added, 'new review')}, ${number(known)} there already, ${number(leftOut.length)} left out.${dryRun ? ' Nothing was written.' : ''}`,
  ];
  for (const line of lines) console.log(line);
}
