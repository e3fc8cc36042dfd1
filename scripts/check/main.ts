import { join } from 'node:path';
import { packageFile } from '#process/child.ts';
import { runCommand } from '#process/console.ts';
import { root } from '#process/root.ts';
import { type Part, runLanes } from '#scripts/test/lanes.ts';
import { vitest } from '#scripts/test/runners.ts';

const env = { API_URL: 'http://127.0.0.1:4321', ASTRO_TELEMETRY_DISABLED: '1' };
const check = (name: string, program: string, ...args: string[]): Part => ({
  name,
  start: (run) => run(packageFile(program), args, env),
});

/** Returns a part for a file that a program generates from other files. The program compares both. */
const made = (name: string, file: string): Part => ({
  name,
  start: (run) => run(join(root, 'scripts/check', file), [], env),
});

const astro = check(
  'Types of .astro files',
  'astro/bin/astro.mjs',
  ...['check', '--minimumSeverity', 'warning', '--tsconfig', 'tests/tsconfig.astro.json'],
);

/** All checks that need no running shop. The unit tests take as long as all the others together. */
const LANES: readonly (readonly Part[])[] = [
  // `npm test` reads the report to list the failures.
  [{ name: 'Unit tests', start: (run) => vitest('unit', { run, env, part: 'check' }) }],
  [
    check(
      'Format, lint and imports between folders',
      '@biomejs/biome/bin/biome',
      'check',
      '--error-on-warnings',
      '.',
    ),
    check('Unused code and packages', 'knip/bin/knip.js', '--config', 'tests/knip.json'),
    made('Rules for imports', 'imports.ts'),
    made('Schema of the database', 'schema.ts'),
    // It needs the JavaScript API of TypeScript 6, and writes the types of the settings that the source uses.
    astro,
    check('Types', 'typescript7/bin/tsc', '--noEmit'),
  ],
];

/** `npm run check` */
await runCommand(async () => {
  const red = (await runLanes(LANES)).filter(({ passed }) => !passed);
  if (red.length === 0) return 0;
  const names = red.map(({ name }) => name).join('; ');
  console.error(`\nFailed: ${names}. The output above says what to fix.`);
  return 1;
});
