import { serveApi } from '#backend/main.ts';
import { readApiSettings } from '#backend/settings/api-settings.ts';
import { asTyped } from '#process/as-typed.ts';
import { runCommand } from '#process/console.ts';
import { readCommandLine } from '#scripts/command-line.ts';

/** `npm run api` */
await runCommand(async () => {
  readCommandLine(
    { options: {} },
    `${asTyped('api')} takes no arguments: it is set by its environment.`,
  );
  await serveApi(readApiSettings(process.env));
  return 0;
});
