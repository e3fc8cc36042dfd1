import { runShopCommand } from '#scripts/shop-command.ts';
import { readArguments, USAGE } from './arguments.ts';

/** npm run orders */
await runShopCommand({
  usage: USAGE,
  read: readArguments,
  reading: ['list', 'show', 'export'],
  load: () => import('./perform.ts'),
});
