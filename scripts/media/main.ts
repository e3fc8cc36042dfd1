import { runTask } from '#scripts/run-task.ts';
import { readArguments, USAGE } from './arguments.ts';

/** npm run media */
await runTask({ usage: USAGE, read: readArguments, load: () => import('./perform.ts') });
