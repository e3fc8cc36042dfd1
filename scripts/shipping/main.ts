import { runShopCommand } from '#scripts/shop-command.ts';
import { readArguments, USAGE } from './arguments.ts';

/** npm run shipping */
await runShopCommand({
  usage: USAGE,
  read: readArguments,
  reading: ['list', 'export'],
  load: () => import('./perform.ts'),
});
