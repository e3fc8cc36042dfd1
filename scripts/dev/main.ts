import { runCommand } from '#process/console.ts';
import { runDevelopment } from '#shop/dev.ts';

/** `npm run dev` */
await runCommand(runDevelopment);
