import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { leanPolicy } from './page-policy.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const latin1 = (text: string) => Buffer.from(text).toString('latin1');
const meta = (policy: string) => `<meta http-equiv="content-security-policy" content="${policy}">`;

it('keeps the hashes of the page and puts the policy before the scripts', () => {
  const page = (policy: string) =>
    `<head><meta charset="utf-8">${policy}<script>early()</script><title>Ọ̀run ₦1</title>
      <script type="application/ld+json">{"a":1}</script><script type="module" src="/a.js"></script><style>p{}</style></head>`;
  const everything = meta(
    `script-src 'self' ${hash('early()')} ${hash('elsewhere()')} ${hash('{"a":1}')}; style-src 'self' ${hash('p{}')} ${hash('q{}')};`,
  );
  const built = page('').replace('<title>', `${everything}<title>`);
  const lean = meta(`script-src 'self' ${hash('early()')}; style-src 'self' ${hash('p{}')};`);
  expect(leanPolicy(latin1(built))).toBe(latin1(page(lean)));
});

it('hashes the bytes of an inline script, also outside ASCII', () => {
  const source = 'say("Ẹ kú àárọ̀ ₦")';
  const policy = meta(`script-src ${hash(source)};`);
  const page = `<meta charset="utf-8">${policy}<script>${source}</script>`;
  expect(leanPolicy(latin1(page))).toBe(latin1(page));
});

it('leaves a page without a policy as it is', () => {
  expect(leanPolicy('<meta charset="utf-8"><script>x()</script>')).toBe(
    '<meta charset="utf-8"><script>x()</script>',
  );
});
