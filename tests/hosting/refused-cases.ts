import { type Case, MOVED, missing } from './case.ts';

/** Requests that no host answers: files without an address, and paths that try to leave the folder or the site. */
export const REFUSED_CASES: Case[] = [
  // Files without an address.
  missing('/nowhere'),
  missing('/products/nothing'),
  missing('/index'),
  missing('/index.html'),
  missing('/404'),
  missing('/404.html'),
  missing('/products.html'),
  missing('/products/oud.html'),
  missing('/index.html.br'),
  missing('/_assets/page.A1b2.js.br'),
  missing('/_assets/page.A1b2.js.gz'),
  missing('/_headers'),
  missing('/_redirects'),
  missing('/_nginx.conf'),
  missing('/_moved.json'),
  missing('/.hidden'),
  missing('/.well-known/hidden'),
  missing('/_assets'),
  missing('/pagefind/fragment'),
  { path: '/_assets/', status: [...MOVED, 404] },

  // Paths that try to leave the folder. No host follows them. Some hosts answer before they look for a page.
  ...[
    '/../secret.txt',
    '/../releases/secret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '/_assets/../../secret.txt',
    '/_assets/..%2f..%2fsecret.txt',
    '/_assets/%2e%2e/%2e%2e/secret.txt',
    '/_assets/%252e%252e%252fsecret.txt',
    '/products%2foud',
    '/oud%00.html',
    '/%00',
    '/%',
    '/%zz',
    '/%c3%28',
    '/%ff',
    '/a%0d%0aset-cookie:%20a=b',
    '/.git/config',
    '/products/.hidden',
    `/${'a'.repeat(3000)}`,
    `/${'a/'.repeat(1500)}a`,
    `/_assets/${'a'.repeat(300)}.js`,
  ].map((path): Case => ({ path, status: [400, 404], answers: { 'set-cookie': null } })),
  {
    path: '/a%0d%0aset-cookie:%20a=b/',
    status: [...MOVED, 400, 404],
    answers: { 'set-cookie': null },
  },
  // Redirects to another site.
  { path: '//example.com/', status: [...MOVED, 404], answers: { location: /^(?!\/\/)(?!http)/ } },
  ...['/\\example.com/', '/%5cexample.com/'].map(
    (path): Case => ({
      path,
      status: [...MOVED, 400, 404],
      answers: { location: /^(?!\/([/\\]|%5c))(?!http)/ },
    }),
  ),
];
