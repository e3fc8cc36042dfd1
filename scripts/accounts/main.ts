import { runShopCommand } from '#scripts/shop-command.ts';
import { readArguments, USAGE } from './arguments.ts';

/** npm run accounts */
await runShopCommand({
  usage: USAGE,
  read: readArguments,
  reading: ['show'],
  load: () => import('./perform.ts'),
});
