import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '#scripts/test/chromium.ts';

const port = Number(process.env.E2E_PORT ?? 4390);
/** One shop a run, with data of its own; workers inherit the folder. */
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'turare-e2e-'));

const CHANGING = 'e2e/changing/*.spec.ts';

export default defineConfig({
  testDir: '.',
  testMatch: ['e2e/**/*.spec.ts', 'a11y/**/*.spec.ts', 'budgets/**/*.spec.ts'],
  outputDir: '../test-results/e2e',
  // Tests that change the shop's catalogue come last: the others compare pages with what the API says.
  projects: [
    { name: 'shop', testIgnore: CHANGING },
    { name: 'changing', testMatch: CHANGING, dependencies: ['shop'] },
  ],
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // What a busy machine may take; a test that passes waits for none of it.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [
    [process.env.CI ? 'dot' : 'list'],
    ['json', { outputFile: '../test-results/e2e.json' }],
  ],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    // Without its film strip, which takes the browser's time.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      executablePath: findChromium(),
      args: CHROMIUM_ARGS,
    },
  },
  webServer: {
    command: 'node scripts/bootstrap.mjs start',
    cwd: '..',
    url: `http://127.0.0.1:${port}/products`,
    timeout: 300_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR,
      RESERVATION_MINUTES: '5',
      // A provider that hangs is given up on before a test is.
      PAYSTACK_TIMEOUT_MS: '3000',
      // The browsers need the processors, and pages that stay as they were built show what freshness does.
      WARM_PICTURES: 'off',
      FOLLOW_CHANGES: 'off',
    },
  },
});
