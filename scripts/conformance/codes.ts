import { createInterface } from 'node:readline/promises';
import type { CodeOf } from '#conformance/accounts.ts';

/** Reads emailed codes at a URL, where {email} stands for the address; without a URL, from whoever runs the command. */
export function codesFrom(url: string | undefined): CodeOf {
  if (url !== undefined) {
    return async (email) => {
      const answer = await fetch(url.replace('{email}', encodeURIComponent(email)));
      // The last six digits in a row: of a mailbox that lists several emails, the newest is expected at the end.
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
