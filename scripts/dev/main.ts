import { runCommand } from '#process/console.ts';
import { readCommandLine } from '#scripts/command-line.ts';
import { runDevelopment } from '#shop/dev.ts';

/** `npm run dev` */
await runCommand(() => {
  readCommandLine(
    { options: {} },
    'npm run dev runs the shop with live reload at PORT (4321), and restarts the API after each change.',
  );
  return runDevelopment();
});
