import { runCommand } from '#process/console.ts';
import { runDevelopmentApi } from '#shop/dev-api.ts';

/** The API of `npm run dev`, which Node restarts after a change. */
await runCommand(runDevelopmentApi);
