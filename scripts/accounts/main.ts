import { runShopCommand } from '#scripts/shop-command.ts';
import { readArguments, USAGE } from './arguments.ts';

/** npm run accounts */
await runShopCommand({
  usage: USAGE,
  read: readArguments,
  reading: ['find', 'show'],
  load: () => import('./perform.ts'),
});
