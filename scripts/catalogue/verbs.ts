import type { Database } from '#backend/db/connect.ts';
import { type Deletion, deleteProducts } from '#backend/services/catalogue-verbs/deletion.ts';
import { mentions, renameInFacts } from '#backend/services/catalogue-verbs/facts-words.ts';
import { changeId } from '#backend/services/catalogue-verbs/new-id.ts';
import { type NewName, rename } from '#backend/services/catalogue-verbs/new-name.ts';
import { changeStatus } from '#backend/services/catalogue-verbs/status.ts';
import { STATUS_AFTER } from '#backend/services/catalogue-verbs/status-verbs.ts';
import { productPath } from '#config/paths.ts';
import { readShopFolder, shopFolder } from '#config/shop-folder.ts';
import { counted, plain } from '#domain/words.ts';
import { askYes } from '#scripts/question.ts';
import type { Verb } from './verb-arguments.ts';

/** Does what a verb says, and prints what it did. Returns the exit code. @throws VerbRefused */
export async function performVerb(db: Database, order: Verb): Promise<number> {
  const lines = await linesOf(db, order);
  if (lines === null) {
    console.log('Nothing was changed.');
    return 1;
  }
  for (const line of lines) console.log(line.replace(/\S.*/s, plain));
  if (order.dryRun) console.log('Nothing was written.');
  return 0;
}

async function linesOf(db: Database, order: Verb): Promise<string[] | null> {
  switch (order.command) {
    case 'status': {
      const after = STATUS_AFTER[order.verb];
      return (await changeStatus(db, order.ids, order)).map(({ id, name, before }) =>
        before === after ? `${id} is ${after} already` : `${id}  ${name}: ${before} → ${after}`,
      );
    }
    case 'delete':
      return (await deleteProducts(db, order.ids, order)).flatMap(deletionLines);
    case 'new-id': {
      const { from, to, by, dryRun } = order;
      await changeId(db, from, to, { by, dryRun });
      return [
        `${from} → ${to}, with its stock, reviews, pictures and orders`,
        `From the next release on ${productPath(from)} leads to ${productPath(to)}, for ever.`,
      ];
    }
    case 'rename':
      return renamed(db, order);
  }
}

function deletionLines({
  id,
  name,
  reviews,
  ownPictures,
  unpaidOrders,
  reserved,
}: Deletion): string[] {
  return [
    `removed  ${id}  ${name}`,
    ...(reviews > 0 ? [`           with ${counted(reviews, 'review')}`] : []),
    ...(ownPictures > 0
      ? [
          `           with ${counted(ownPictures, 'picture')} that no other product has; orders go on showing them`,
        ]
      : []),
    ...(unpaidOrders > 0
      ? [
          `           ${counted(unpaidOrders, 'unpaid order')} of it, with ${counted(reserved, 'unit')}, may still be paid: npm run orders`,
        ]
      : []),
  ];
}

async function renamed(
  db: Database,
  order: Extract<Verb, { command: 'rename' }>,
): Promise<string[] | null> {
  const { kind, from, to, yes } = order;
  const asks = async ({ products, merged }: NewName) =>
    yes ||
    (await askYes(
      `${counted(merged, 'product has', 'products have')} the ${kind} '${to}' already. With the ${products} of '${from}' they become one ${kind}, which cannot be undone. Go on?`,
    ));
  const done = await rename(db, order, { ...order, onMerge: asks });
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
