import { defineConfig } from 'vitest/config';

/** Ms that a test may take on a machine that does other things too; one that passes waits for none of it. */
const PATIENCE = 300_000;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          root: '.',
          include: [
            'src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/{spec-strings,gallery,paystack}/*.test.ts',
          ],
          testTimeout: PATIENCE,
        },
      },
      {
        test: {
          name: 'contract',
          root: '.',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: ['tests/database/global-setup.ts'],
          maxWorkers: 2,
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
        },
      },
      {
        // Packages of GitHub's name source maps that they do not bring, a warning each.
        logLevel: 'error',
        test: {
          name: 'hosting',
          root: '.',
          include: ['tests/hosting/**/*.test.ts'],
          // It imports JSON as bundlers do, not as Node does.
          server: { deps: { inline: [/@actions\/workflow-parser/, /@actions\/expressions/] } },
          testTimeout: PATIENCE,
        },
      },
      {
        test: {
          name: 'faults',
          root: '.',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/database/global-setup.ts'],
          // Each file starts processes of its own, and waits for them most of the time.
          maxWorkers: 2,
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
        },
      },
      {
        test: {
          name: 'publishing',
          root: '.',
          include: ['tests/publishing/**/*.test.ts'],
          globalSetup: ['tests/publishing/global-setup.ts'],
          // Each publication is a process that keeps a processor busy.
          maxWorkers: 2,
          // Builds of a whole site, many of them in the full form.
          testTimeout: process.env.PUBLISHING === 'full' ? 3_600_000 : 240_000,
        },
      },
    ],
  },
});
