import { resolve } from 'node:path';
import { apiAddress } from '#config/api-address.ts';
import { runCommand } from '#process/console.ts';
import { readCommandLine } from '#scripts/command-line.ts';
import { servePreview } from '#server/main.ts';

/** `npm run preview` */
await runCommand(async () => {
  readCommandLine(
    { options: {} },
    'npm run preview serves dist/ as a CDN would, at PORT (4320). Its pages call the API at API_URL (http://127.0.0.1:4321).',
  );
  const { PORT, API_URL } = process.env;
  await servePreview({
    folder: resolve('dist'),
    port: Number(PORT || 4320),
    apiUrl: apiAddress(API_URL || 'http://127.0.0.1:4321', 'API_URL'),
  });
  return 0;
});
