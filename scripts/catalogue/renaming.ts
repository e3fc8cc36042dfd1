import type { Database } from '#backend/db/connect.ts';
import { mentions, renameInFacts } from '#backend/products/lifecycle/facts-words.ts';
import { changeId } from '#backend/products/lifecycle/new-id.ts';
import { type NewName, rename } from '#backend/products/lifecycle/new-name.ts';
import { productPath } from '#config/paths.ts';
import { readShopFolder, shopFolder } from '#config/shop-folder.ts';
import { counted } from '#domain/words.ts';
import { expectDone } from '#scripts/command-line.ts';
import { askYes } from '#scripts/question.ts';

interface Renaming {
  from: string;
  to: string;
  by: string;
  dryRun: boolean;
}

/** Gives a product another id. Returns its report. @throws Error with the words of a refusal. */
export async function renameId(
  db: Database,
  { from, to, ...request }: Renaming,
): Promise<string[]> {
  expectDone(await changeId(db, from, to, request));
  return [
    `${from} → ${to}, with its stock, reviews, pictures and orders`,
    `From the next release on ${productPath(from)} leads to ${productPath(to)}, for ever.`,
  ];
}

/** Renames a brand or a category. Returns its report, or null if a merge was declined. @throws Error as renameId. */
export async function renameWord(
  db: Database,
  order: Renaming & { kind: 'brand' | 'category'; yes: boolean },
): Promise<string[] | null> {
  const { kind, from, to, yes } = order;
  const asks = async ({ products, merged }: NewName) =>
    yes ||
    (await askYes(
      `${counted(merged, 'product has', 'products have')} the ${kind} '${to}' already. With the ${products} of '${from}' they become one ${kind}, which cannot be undone. Go on?`,
    ));
  const done = expectDone(await rename(db, order, { ...order, onMerge: asks }));
  if (!done) return null;
  const { products, names, merged, facts } = done;
  const folder = shopFolder();
  const file = readShopFolder(folder);
  const inFolder = Object.keys(renameInFacts(file, kind, from, to)).filter(
    (field) => !(field in facts),
  );
  const left = mentions(file, from).filter((path) => !inFolder.includes(path.split('.')[0] ?? ''));
  return [
    `${from} → ${to}: ${counted(products, 'product')}`,
    ...(names > 0
      ? [`  ${counted(names, 'of their names begins', 'of their names begin')} with ${to} now`]
      : []),
    ...(merged > 0
      ? [`  one ${kind} with ${counted(merged, 'product')} that had the name already`]
      : []),
    ...Object.keys(facts).map((field) => `  in the facts of the shop: ${field}`),
    ...[...inFolder, ...left].map(
      (path) => `  shop.json in ${folder} still says '${from}' in ${path}: change it there`,
    ),
  ];
}
