import { Faults } from '#backend/base/faults.ts';
import { OWN_PICTURE, type PictureIntake, type Taken } from '#backend/media/intake.ts';
import { misreadings, SOLD_OUT, saysNoStock } from './misreadings.ts';
import { type ReadRow, refuseTwins } from './rows.ts';
import { heavyPage, warningOf } from './warnings.ts';

/** Checks the rows of a file without the shop's database. Fetches nothing. */
export async function checkRows(
  rows: AsyncIterable<ReadRow>,
  intake: Pick<PictureIntake, 'take'>,
  onProgress: (rows: number) => void,
): Promise<{ rows: number; faults: Faults; warnings: Faults }> {
  const faults = new Faults();
  const warnings = new Faults();
  const taken = new Map<string, Taken>();
  let count = 0;
  for await (const read of refuseTwins(rows)) {
    count++;
    onProgress(count);
    if (!read.ok) {
      faults.add(...read.faults);
      continue;
    }
    const { row, id, given, pictures = [] } = read.edit;
    const warning = warningOf(given);
    if (warning) warnings.add({ row, ...warning });
    warnings.add(...misreadings(given).map((each) => ({ row, ...each })));
    // Without the shop nobody knows which products are new. A row that has a name and a price may add one.
    if (given.name !== undefined && given.price_kobo !== undefined && saysNoStock(given)) {
      warnings.add({ row, ...SOLD_OUT });
    }
    const { description = '', tags = [] } = given;
    const text = Buffer.byteLength(description);
    const message = heavyPage(id, { text, tags: tags.length, pictures: pictures.length });
    if (message !== null) warnings.add({ row, column: null, message });
    // Whether a picture is one of the shop's, only the shop knows.
    for (const name of pictures.filter((picture) => !OWN_PICTURE.test(picture))) {
      const answer = taken.get(name) ?? (await intake.take(name, 'check'));
      taken.set(name, answer);
      if (answer.ok) continue;
      faults.add({
        row,
        column: 'pictures',
        message: `names ${name}, which ${answer.refusal.message}`,
      });
    }
  }
  if (count === 0) faults.add({ row: 0, column: null, message: 'The file has no products.' });
  return { rows: count, faults, warnings };
}
