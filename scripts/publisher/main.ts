import { runTask } from '#scripts/run-task.ts';
import { readArguments, USAGE } from './arguments.ts';

/** `npm run publisher`. Without API_URL it works on the shop that `npm start` opens. */
await runTask({ usage: USAGE, read: readArguments, load: () => import('./perform.ts') });
