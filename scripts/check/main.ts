import { join } from 'node:path';
import { packageFile } from '#process/child.ts';
import { runCommand } from '#process/console.ts';
import { root } from '#process/root.ts';
import { readCommandLine } from '#scripts/command-line.ts';
import { type Part, runLanes } from '#scripts/test/lanes.ts';
import { vitest } from '#scripts/test/runners.ts';
import { changedFiles, treeTests } from './changed.ts';
import { lastSeconds } from './estimate.ts';

const env = { API_URL: 'http://127.0.0.1:4321', ASTRO_TELEMETRY_DISABLED: '1' };
const check = (name: string, program: string, ...args: string[]): Part => ({
  name,
  start: (run) => run(packageFile(program), args, env),
});

const biome = (...files: string[]) =>
  check(
    'Format, lint and imports between folders',
    '@biomejs/biome/bin/biome',
    'check',
    '--error-on-warnings',
    ...files,
  );
const TYPES = ['typescript7/bin/tsc', '--noEmit'] as const;

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
const allLanes = (): Part[][] => [
  // `npm test` reads the report to list the failures.
  [{ name: 'Unit tests', start: (run) => vitest('unit', { run, env, part: 'check' }) }],
  [
    biome('.'),
    check('Unused code and packages', 'knip/bin/knip.js', '--config', 'tests/knip.json'),
    made('Rules for imports', 'imports.ts'),
    made('Schema of the database', 'schema.ts'),
    // It needs the JavaScript API of TypeScript 6, and writes the types of the settings that the source uses.
    astro,
    check('Types', ...TYPES),
  ],
];

/** The checks that changed files can fail soonest. */
function changedLanes(files: readonly string[]): Part[][] {
  const related = ['related', '--run', '--config', 'tests/vitest.config.ts', '--project', 'unit'];
  return [
    [check('Unit tests', 'vitest/vitest.mjs', ...related, ...files, ...treeTests(root))],
    [
      biome('--no-errors-on-unmatched', ...files),
      made('Rules for imports', 'imports.ts'),
      ...(files.some((file) => file.endsWith('.astro')) ? [astro] : []),
      check(
        'Types',
        ...TYPES,
        '--incremental',
        '--tsBuildInfoFile',
        'node_modules/.cache/types.json',
      ),
    ],
  ];
}

const USAGE =
  'npm run check checks format, lint, types, imports, unused code and unit tests, in about two minutes on two idle cores. With --changed it checks only what differs from the last commit on the remote; the whole check decides.';

/** `npm run check` */
await runCommand(async () => {
  const { values } = readCommandLine(
    { options: { changed: { type: 'boolean', default: false } } },
    USAGE,
  );
  const lanes = values.changed ? changedLanes(changedFiles(root)) : allLanes();
  const last = lastSeconds(values.changed);
  console.log(last.words);
  const red = (await runLanes(lanes)).filter(({ passed }) => !passed);
  if (red.length === 0) {
    last.keep();
    return 0;
  }
  const names = red.map(({ name }) => name).join('; ');
  console.error(`\nFailed: ${names}. The output above says what to fix.`);
  return 1;
});
