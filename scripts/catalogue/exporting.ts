import type { ColumnName } from '#backend/products/fields/columns.ts';
import { inSnapshot, type Snapshot } from '#backend/products/fields/fields.ts';
import { OUT_FORMATS } from '#backend/products/files/export/formats/index.ts';
import { survey, writeProgramFile } from '#backend/products/files/export/program-file.ts';
import { countUnsold, eachRecord } from '#backend/products/files/export/records.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { readChanges } from '#backend/shop/facts.ts';
import { campaigns } from '#config/campaigns.ts';
import { shop, takeShopChanges } from '#config/shop.ts';
import { counted } from '#domain/words.ts';
import { print } from '#process/console.ts';
import type { CommandContext } from '#scripts/command-line.ts';
import { save } from '#scripts/csv/saving.ts';
import { google } from '#site/feeds/google.ts';
import type { Program } from './reading.ts';

type Write = (pieces: AsyncIterable<string>) => Promise<void>;

/** Writes all products in another program's format, and lists the fields that the format lacks. */
export async function exportAs(
  { db, settings }: CommandContext,
  { as, file }: { as: Program; file: string | null },
): Promise<void> {
  const write: Write = (pieces) => (file === null ? print(pieces) : save(pieces, file));
  if (as === 'google') takeShopChanges(await readChanges(db));
  const lines = await inSnapshot(db, (snapshot) =>
    as === 'google'
      ? writeGoogle(snapshot, settings, write)
      : writeProgram(snapshot, as, settings, write),
  );
  for (const line of lines) console.error(line);
}

async function writeProgram(
  snapshot: Snapshot,
  as: keyof typeof OUT_FORMATS,
  { PUBLIC_API_URL: origin }: Settings,
  write: Write,
): Promise<string[]> {
  const format = OUT_FORMATS[as];
  const context = { origin, now: Date.now() };
  const found = await survey(snapshot, format, context);
  await write(writeProgramFile(snapshot, format, { ...context, survey: found }));
  if (found.size === 0) return [];
  return [
    `${format.name} has no column for these. They are in extra columns, which an import here reads again. ${format.kept}`,
    ...columnLines(found),
  ];
}

/** Writes the site's feed, for a shop whose pages are elsewhere or not published yet. */
async function writeGoogle(
  snapshot: Snapshot,
  { SITE_URL: siteUrl, PUBLIC_API_URL: apiUrl }: Settings,
  write: Write,
): Promise<string[]> {
  const settings = { site: new URL(siteUrl), shop, campaign: campaigns.google };
  const untold = new Map<ColumnName, number>();
  let refused = 0;
  async function* pieces(): AsyncGenerator<string> {
    yield `${google.head(settings, []).join('\n')}\n`;
    for await (const told of eachRecord(snapshot, { siteUrl, apiUrl, now: Date.now() })) {
      const line = google.line(told.record, settings);
      if (line === undefined) {
        refused++;
        continue;
      }
      for (const name of told.untold) untold.set(name, (untold.get(name) ?? 0) + 1);
      yield `${line}\n`;
    }
    yield `${google.tail.join('\n')}\n`;
  }
  await write(pieces());
  const unsold = await countUnsold(snapshot);
  return [
    ...(refused > 0
      ? [
          `Left out, because Google refuses products without a picture or a price: ${products(refused)}.`,
        ]
      : []),
    ...(unsold > 0 ? [`Left out, because they are hidden or retired: ${products(unsold)}.`] : []),
    ...(untold.size > 0 ? ['The file has no place for these:', ...columnLines(untold)] : []),
  ];
}

const products = (count: number) => counted(count, 'product');

const columnLines = (columns: ReadonlyMap<ColumnName, number>): string[] =>
  [...columns].map(([name, count]) => `  ${name.padEnd(15)}  ${products(count)}`);
