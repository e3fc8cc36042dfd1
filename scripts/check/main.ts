import { bin, runNode } from '#scripts/child.ts';
import { runCommand } from '#shop/console.ts';

/** Everything that can be known without a running shop, in the order of what is cheapest to mend. */
const CHECKS: [name: string, program: string, args: string[]][] = [
  [
    'Format, lint and imports between folders',
    '@biomejs/biome/bin/biome',
    ['check', '--error-on-warnings', '.'],
  ],
  ['Types', 'astro/bin/astro.mjs', ['check', '--minimumSeverity', 'warning']],
  ['Unused code and packages', 'knip/bin/knip.js', ['--config', 'tests/knip.json']],
  [
    'Unit tests',
    'vitest/vitest.mjs',
    [
      ...['run', '--config', 'tests/vitest.config.ts', '--project', 'unit'],
      // For the end of npm test, which names what was red.
      ...['--reporter=default', '--reporter=json', '--outputFile.json=test-results/check.json'],
    ],
  ],
];

runCommand(async () => {
  for (const [name, program, args] of CHECKS) {
    const began = Date.now();
    console.log(`\n— ${name}`);
    const code = await runNode(bin(program), args, {
      API_URL: 'http://127.0.0.1:4321',
      ASTRO_TELEMETRY_DISABLED: '1',
    });
    if (code !== 0) {
      console.error(`\n${name}: failed. What to mend stands above.`);
      return code;
    }
    console.log(`  ${name}: good, ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  return 0;
});
