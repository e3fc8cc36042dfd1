import { runShopCommand } from '#scripts/shop-command.ts';
import { readArguments, USAGE } from './arguments.ts';

/** npm run people */
await runShopCommand({
  usage: USAGE,
  read: readArguments,
  reading: ['list'],
  load: () => import('./perform.ts'),
});
