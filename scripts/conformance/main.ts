import { checkBackend } from '#conformance/conformance.ts';
import { documentOf, exitCodeOf, tableOf } from '#conformance/report.ts';
import { print, runCommand } from '#process/console.ts';
import { readCommandLine } from '#scripts/command-line.ts';
import { codesFrom } from './codes.ts';

const USAGE = `npm run conformance -- https://api.example.com [--site https://shop.example] [--write [--email ADDRESS] [--code-url URL]] [--token TOKEN] [--json]

Checks a backend against the calls of the specification (§7).
  --site      the origin of the site's pages: checks what the API allows them (CORS)
  --write     also tries the calls that write: it registers a throw-away account, begins a payment that nobody
              pays, writes a review and deletes it. Use a test system.
  --email     the address of that account; by default one of example.com
  --code-url  where an emailed code can be read; {email} stands for the address. Without it, it is asked for.
  --token     a customer's bearer token: tries the calls that need one
  --json      prints one JSON document
Exit 0: nothing is broken; 1: something is; 2: the backend cannot be reached.`;

/** npm run conformance */
await runCommand(async () => {
  const { values, positionals } = readCommandLine(
    {
      allowPositionals: true,
      options: {
        site: { type: 'string' },
        write: { type: 'boolean', default: false },
        email: { type: 'string' },
        'code-url': { type: 'string' },
        token: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    },
    USAGE,
  );
  const [api, ...more] = positionals;
  if (api === undefined || more.length > 0 || !/^https?:\/\/./.test(api) || !URL.canParse(api)) {
    throw new Error(`Give the address of one backend. ${USAGE}`);
  }
  const result = await checkBackend({
    api,
    site: values.site && new URL(values.site).origin,
    write: values.write,
    token: values.token,
    email: values.email,
    codeOf: codesFrom(values['code-url']),
  });
  if (!result.reachable) console.error(`${api} cannot be reached.`);
  else if (values.json) await print([`${JSON.stringify(documentOf(result), null, 2)}\n`]);
  else await print([`${tableOf(result)}\n`]);
  return exitCodeOf(result);
});
