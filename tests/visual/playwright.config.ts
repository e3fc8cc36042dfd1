import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '#scripts/test/chromium.ts';
import { PORT } from './gallery.ts';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/visual',
  // The same names on every system. screens/made-with.json names the browser.
  snapshotPathTemplate: '{testDir}/screens/{arg}{ext}',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [
    [process.env.CI ? 'dot' : 'list'],
    ['json', { outputFile: '../../test-results/visual.json' }],
  ],
  use: {
    launchOptions: {
      executablePath: findChromium(),
      args: [
        ...CHROMIUM_ARGS,
        // Text does not depend on the subpixels of the machine's screen.
        '--disable-lcd-text',
        '--font-render-hinting=none',
      ],
    },
  },
  webServer: {
    command: 'node scripts/bootstrap.mjs gallery --calm',
    cwd: '../..',
    url: `http://localhost:${PORT}/`,
    timeout: 300_000,
    stdout: 'pipe',
    reuseExistingServer: Boolean(process.env.GALLERY_RUNS),
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    env: { PORT: String(PORT) },
  },
});
