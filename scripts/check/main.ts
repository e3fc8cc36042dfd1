import { packageFile, runNode } from '#process/child.ts';
import { runCommand } from '#process/console.ts';
import { vitest } from '#scripts/test/runners.ts';

const env = { API_URL: 'http://127.0.0.1:4321', ASTRO_TELEMETRY_DISABLED: '1' };
const run = (program: string, ...args: string[]) => runNode(packageFile(program), args, { env });

/** Everything that can be checked without a running shop, fastest first. */
const CHECKS: Record<string, () => Promise<number>> = {
  'Format, lint and imports between folders': () =>
    run('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  Types: () => run('astro/bin/astro.mjs', 'check', '--minimumSeverity', 'warning'),
  'Unused code and packages': () => run('knip/bin/knip.js', '--config', 'tests/knip.json'),
  // `npm test` reads the report when it lists what failed.
  'Unit tests': () => vitest('unit', { env, part: 'check' }),
};

/** `npm run check` */
await runCommand(async () => {
  for (const [name, check] of Object.entries(CHECKS)) {
    const began = Date.now();
    console.log(`\n— ${name}`);
    const code = await check();
    if (code !== 0) {
      console.error(`\n${name}: failed. The output above says what to fix.`);
      return code;
    }
    console.log(`  ${name}: passed, ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  return 0;
});
