import { runTask } from '#scripts/run-task.ts';
import { readArguments } from './arguments.ts';
import { USAGE } from './usage.ts';

/** npm run catalogue */
await runTask({ usage: USAGE, read: readArguments, load: () => import('./perform.ts') });
