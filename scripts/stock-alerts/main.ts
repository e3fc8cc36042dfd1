import { runShopCommand } from '#scripts/shop-command.ts';
import { readArguments, USAGE } from './arguments.ts';

/** npm run stock-alerts */
await runShopCommand({
  usage: USAGE,
  read: readArguments,
  reading: ['list', 'show'],
  load: () => import('./perform.ts'),
});
