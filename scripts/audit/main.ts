import { runShopCommand } from '#scripts/shop-command.ts';
import { readArguments, USAGE } from './arguments.ts';

/** npm run audit */
await runShopCommand({
  usage: USAGE,
  read: readArguments,
  reading: ['audit'],
  load: () => import('./perform.ts'),
});
