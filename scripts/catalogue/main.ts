import { connect } from '#backend/db/connect.ts';
import { migrate } from '#backend/db/migrate.ts';
import { synthesize } from '#backend/demo/synth.ts';
import { readSettings } from '#backend/settings.ts';
import { runCommand, step } from '../shop/console.ts';
import { readArguments, USAGE } from './arguments.ts';
import { openShopDatabase } from './shop-database.ts';

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
  const database = await step('Opening the database', () => openShopDatabase(settings));
  try {
    await migrate(database.url);
    const { db, close } = connect(database.url, { connections: 2 });
    try {
      await step(`Making ${order.count} synthetic products`, async () => {
        const made = await synthesize(db, order);
        if (made.pictures === 0) {
          console.log('  without pictures: npm start composes those of the demo, which they share');
        }
      });
    } finally {
      await close();
    }
  } finally {
    await database.close();
  }
  return 0;
});
