import { Faults } from '#backend/base/faults.ts';
import type { PictureIntake, Taken } from '#backend/media/intake.ts';
import { mergeProduct } from '#backend/products/fields/merging.ts';
import type { ReadRow } from '#backend/products/fields/rows.ts';
import { warningsOf } from '#backend/products/fields/warnings.ts';
import type { Choice } from './choices.ts';
import { pictureFaults } from './staging.ts';
import { judgeTwins } from './twins.ts';

/** Checks the rows of a file without the shop's database. Fetches nothing. */
export async function checkRows(
  rows: AsyncIterable<ReadRow>,
  intake: Pick<PictureIntake, 'take' | 'ownHash'>,
  {
    twins,
    onProgress,
  }: { twins?: Choice<'twins'> | undefined; onProgress: (rows: number) => void },
): Promise<{ rows: number; faults: Faults; warnings: Faults }> {
  const faults = new Faults();
  const warnings = new Faults();
  const taken = new Map<string, Taken>();
  let count = 0;
  async function* counted() {
    for await (const row of rows) {
      onProgress(++count);
      yield row;
    }
  }
  for await (const judged of judgeTwins(counted(), twins)) {
    if (!('edit' in judged)) {
      if ('leftOut' in judged) warnings.add(judged.leftOut);
      else faults.add(...('faults' in judged ? judged.faults : [judged.twin]));
      continue;
    }
    const { row, given, pictures = [] } = judged.edit;
    // Only the shop knows which products are new. A row that has a name and a price may add one.
    const isNew = given.name !== undefined && given.price_kobo !== undefined;
    const after = mergeProduct(null, given, pictures);
    warnings.add(...warningsOf(judged.edit, { isNew, after }));
    // Only the shop knows whether a picture is one of its own.
    for (const name of pictures.filter((picture) => !intake.ownHash(picture))) {
      taken.set(name, taken.get(name) ?? (await intake.take(name, 'check')));
    }
    faults.add(...pictureFaults(row, pictures, taken));
  }
  if (count === 0) faults.add({ row: 0, column: null, message: 'The file has no products.' });
  return { rows: count, faults, warnings };
}
