import { createInterface } from 'node:readline/promises';
import type { CodeOf } from '#conformance/accounts.ts';
import { print } from '#process/console.ts';
import { defineCommand, task } from '#scripts/command-line.ts';

/** npm run conformance */
export const command = defineCommand({
  name: 'conformance',
  tasks: {
    '': task({
      words: '[<https://api.example.com>]',
      takes: 'the address of one backend',
      options: {
        site: {
          value: 'https://shop.example',
          help: "the origin of the site's pages: checks what the API allows them (CORS)",
        },
        write: {
          help: 'also tries the calls that write: it registers a temporary account, begins a payment that nobody pays, and writes and deletes a review. Use a test system',
        },
        email: { value: 'ADDRESS', help: 'that of the account; by default one of example.com' },
        'code-url': {
          value: 'URL',
          help: 'the address that shows an emailed code; {email} stands for the email address. Without it, the command asks for the code',
        },
        token: { value: 'TOKEN', help: "a customer's bearer token: tries the calls that need one" },
        json: { help: 'prints one JSON document' },
      },
      help: 'Checks a backend against the calls of the specification (§7). Exit 0: nothing is broken; 1: something is; 2: the backend cannot be reached.',
      does: ({ words: [api = ''], options }) => {
        if (!/^https?:\/\/./.test(api) || !URL.canParse(api)) {
          throw new Error('Give the address of one backend');
        }
        const { site, write, token, email, json, 'code-url': codeUrl } = options;
        return async () => {
          const { checkBackend } = await import('#conformance/conformance.ts');
          const { documentOf, exitCodeOf, tableOf } = await import('#conformance/report.ts');
          const result = await checkBackend({
            api,
            site: site && new URL(site).origin,
            write,
            token,
            email,
            codeOf: codesFrom(codeUrl),
          });
          if (result.unreachable) console.error(`${api} cannot be reached: ${result.unreachable}.`);
          else if (json) await print([`${JSON.stringify(documentOf(result), null, 2)}\n`]);
          else await print([`${tableOf(result)}\n`]);
          return exitCodeOf(result);
        };
      },
    }),
  },
});

function codesFrom(url: string | undefined): CodeOf {
  if (url !== undefined) {
    return async (email) => {
      const answer = await fetch(url.replace('{email}', encodeURIComponent(email)));
      // The last six digits in a row: a mailbox may list several emails, the newest one last.
      return (await answer.text()).match(/(?<!\d)\d{6}(?!\d)/g)?.at(-1);
    };
  }
  if (!process.stdin.isTTY) return async () => undefined;
  return async (email) => {
    const reading = createInterface({ input: process.stdin, output: process.stderr });
    const code = await reading.question(`The code that was emailed to ${email} (empty: none): `);
    reading.close();
    return code.trim() || undefined;
  };
}

if (import.meta.main) await command.run();
