import { asTyped } from '#process/as-typed.ts';
import { runCommand } from '#process/console.ts';
import { readCommandLine } from '#scripts/command-line.ts';
import { serveSite } from '#server/main.ts';
import { readSiteSettings } from '#server/settings.ts';

/** `npm run site` */
await runCommand(async () => {
  readCommandLine(
    { options: {} },
    `${asTyped('site')} takes no arguments: it is set by its environment.`,
  );
  await serveSite(readSiteSettings(process.env));
  return 0;
});
