import { runShopCommand } from '#scripts/shop-command.ts';
import { readArguments, USAGE } from './arguments.ts';

/** npm run shop */
await runShopCommand({
  usage: USAGE,
  read: readArguments,
  reading: ['show', 'export'],
  load: () => import('./perform.ts'),
});
