import { synthesize } from '#backend/demo/synth.ts';
import { readSettings } from '#backend/settings.ts';
import { runCommand, step } from '../shop/console.ts';
import { withShopDatabase } from '../shop/database.ts';
import { readArguments, USAGE } from './arguments.ts';

/** npm run catalogue */
await runCommand(async () => {
  const order = readArguments(process.argv.slice(2));
  if (order.command === 'usage') {
    console.log(USAGE);
    return 0;
  }
  if (order.command === 'wrong') throw new Error(order.sentence);

  const settings = readSettings(process.env);
  if (settings.SHOP_MODE === 'production') {
    throw new Error('A shop in production has no synthetic products: SHOP_MODE=production.');
  }
  await withShopDatabase(settings, (db) =>
    step(`Making ${order.count} synthetic products`, async () => {
      const made = await synthesize(db, order);
      if (made.pictures === 0) {
        console.log('  without pictures: npm start composes those of the demo, which they share');
      }
    }),
  );
  return 0;
});
