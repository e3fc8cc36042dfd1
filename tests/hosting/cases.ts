import { type Case, MOVED, missing, PAGE } from './case.ts';
import { REFUSED_CASES } from './refused-cases.ts';

const BR = { 'accept-encoding': 'gzip, deflate, br' };
const GZIP = { 'accept-encoding': 'gzip, deflate' };
const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' };
const varies = { vary: 'Accept-Encoding' };

/** All requests that every host is asked. */
export const CASES: Case[] = [
  // Clean URLs, one per page.
  { path: '/', status: 200, file: '/index.html', answers: { ...PAGE, ...varies } },
  { path: '/products', status: 200, file: '/products.html', answers: PAGE },
  { path: '/products?search=oud%2Fwood', status: 200, file: '/products.html', answers: PAGE },
  { path: '/products/oud', status: 200, file: '/products/oud.html', answers: PAGE },
  {
    path: '/products/cr%C3%A8me%20br%C3%BBl%C3%A9e',
    status: 200,
    file: '/products/crème brûlée.html',
  },
  { path: '/products/100%25%20oud', status: 200, file: '/products/100% oud.html' },
  { path: '/products/', status: MOVED, answers: { location: '/products' } },
  { path: '/products//', status: MOVED, answers: { location: '/products' } },
  {
    path: '/products/oud/?from=whatsapp',
    status: MOVED,
    answers: { location: '/products/oud?from=whatsapp' },
  },
  {
    path: '/products/100%25%20oud/',
    status: MOVED,
    answers: { location: '/products/100%25%20oud' },
  },
  {
    path: '/favicon.ico',
    status: 200,
    file: '/favicon.ico',
    answers: { 'cache-control': 'no-cache' },
  },
  {
    path: '/manifest.webmanifest',
    status: 200,
    file: '/manifest.webmanifest',
    answers: { 'content-type': 'application/manifest+json' },
  },

  // Feeds: a host that does not know a type would send bytes.
  ...[
    ['google.xml', /^(?:text|application)\/xml/],
    ['meta.csv', /^text\/csv; charset=utf-8$/i],
    ['acp.jsonl', /^application\/jsonl; charset=utf-8$/i],
  ].map(
    ([file, type]): Case => ({
      path: `/feeds/${file}`,
      status: 200,
      file: `/feeds/${file}`,
      answers: { 'content-type': type as RegExp, 'cache-control': 'no-cache' },
    }),
  ),
  // UCP requires a profile that caches keep.
  {
    path: '/.well-known/ucp',
    status: 200,
    file: '/.well-known/ucp',
    answers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' },
  },

  // The service worker: a browser that cached it would not learn of its end.
  {
    path: '/sw.js',
    status: 200,
    file: '/sw.js',
    answers: { 'cache-control': 'no-cache' },
  },

  // A moved page answers 301 and keeps the query.
  ...['GET', 'HEAD'].map(
    (method): Case => ({
      path: '/products/old-oud?from=whatsapp&a=%2F',
      method,
      status: 301,
      answers: { location: '/products/oud?from=whatsapp&a=%2F', 'cache-control': 'no-cache' },
    }),
  ),
  { path: '/products/old-oud', status: 301, answers: { location: '/products/oud' } },
  {
    path: '/products/100%25%20%22old%22',
    status: 301,
    answers: { location: '/products/100%25%20oud' },
  },
  { path: '/brands/old', status: 301, answers: { location: '/products' } },
  ...['/product/amber-%D8%B9/', '/product/amber-%D8%B9', '/women/12-amber.html'].map(
    (path): Case => ({
      path: `${path}?from=whatsapp&a=%2F`,
      status: 301,
      answers: { location: '/products/oud?from=whatsapp&a=%2F', 'cache-control': 'no-cache' },
    }),
  ),
  { path: '/women/12-amber.html/', status: MOVED, answers: { location: '/women/12-amber.html' } },
  { path: '/products/old-oud/', status: MOVED, answers: { location: '/products/old-oud' } },
  missing('/products/old-oudh'),
  missing('/products/old-oud/more'),

  // Rewrites.
  { path: '/orders', status: 200, file: '/orders.html', answers: PAGE },
  { path: '/orders/TUR-1a2b3', status: 200, file: '/orders/order.html', answers: PAGE },
  { path: '/orders/TUR-1a2b3?key=x', status: 200, file: '/orders/order.html', answers: PAGE },
  { path: '/orders/order', status: 200, file: '/orders/order.html', answers: PAGE },
  { path: '/orders/', status: MOVED, answers: { location: '/orders' } },
  missing('/orders/a/b'),

  // Compressed forms.
  {
    path: '/',
    headers: BR,
    status: 200,
    file: '/index.html',
    answers: { 'content-encoding': 'br', ...varies },
  },
  {
    path: '/',
    headers: GZIP,
    status: 200,
    file: '/index.html',
    answers: { 'content-encoding': 'gzip', ...varies },
  },
  {
    path: '/orders/x',
    headers: BR,
    status: 200,
    file: '/orders/order.html',
    answers: { 'content-encoding': 'br' },
  },
  {
    path: '/',
    headers: { 'accept-encoding': 'identity' },
    status: 200,
    file: '/index.html',
    answers: { 'content-encoding': null, ...varies },
  },
  {
    path: '/',
    headers: { 'accept-encoding': 'br;q=0, gzip;q=0' },
    status: 200,
    file: '/index.html',
    answers: { 'content-encoding': null },
  },
  {
    path: '/about',
    headers: BR,
    status: 200,
    file: '/about.html',
    answers: { 'content-encoding': null, vary: null },
  },
  {
    path: '/nowhere',
    headers: BR,
    status: 404,
    file: '/404.html',
    answers: { 'content-encoding': 'br', ...PAGE },
  },

  // Files with a hash in their name.
  {
    path: '/_assets/page.A1b2.js',
    headers: BR,
    status: 200,
    file: '/_assets/page.A1b2.js',
    answers: { ...FOR_EVER, ...varies, 'content-encoding': 'br', 'content-type': /javascript/ },
  },
  {
    path: '/_assets/oud.C3d4.avif',
    headers: BR,
    status: 200,
    file: '/_assets/oud.C3d4.avif',
    answers: { ...FOR_EVER, 'content-type': 'image/avif', 'content-encoding': null },
  },
  {
    path: '/pagefind/fragment/en_ab12.pf_fragment',
    status: 200,
    file: '/pagefind/fragment/en_ab12.pf_fragment',
    answers: FOR_EVER,
  },
  {
    path: '/pagefind/pagefind.en_ab12.pf_meta',
    status: 200,
    file: '/pagefind/pagefind.en_ab12.pf_meta',
    answers: FOR_EVER,
  },
  {
    path: '/pagefind/pagefind.js',
    status: 200,
    file: '/pagefind/pagefind.js',
    answers: { 'cache-control': 'no-cache' },
  },
  { path: '/_assets/page.Z9y8.js', status: 200, file: '/_assets/page.Z9y8.js', answers: FOR_EVER },
  {
    path: '/_assets/page.Z9y8.js',
    headers: BR,
    status: 200,
    file: '/_assets/page.Z9y8.js',
    answers: { ...FOR_EVER, 'content-encoding': 'br' },
  },
  missing('/_assets/page.none.js'),

  ...REFUSED_CASES,

  // HEAD and methods that change something.
  {
    path: '/products',
    method: 'HEAD',
    status: 200,
    answers: { ...PAGE, 'content-length': '1800' },
  },
  {
    path: '/products',
    method: 'HEAD',
    headers: BR,
    status: 200,
    answers: { 'content-encoding': 'br', ...varies },
  },
  { path: '/nowhere', method: 'HEAD', status: 404, answers: PAGE },
  ...['POST', 'PUT', 'DELETE'].map((method): Case => ({ path: '/products', method, status: 405 })),

  // Byte ranges.
  {
    path: '/_assets/oud.C3d4.avif',
    headers: { range: 'bytes=0-99' },
    status: 206,
    answers: { 'content-range': 'bytes 0-99/640000', 'content-length': '100' },
  },
  {
    path: '/_assets/oud.C3d4.avif',
    headers: { range: 'bytes=639990-' },
    status: 206,
    answers: { 'content-range': 'bytes 639990-639999/640000' },
  },
  {
    path: '/_assets/oud.C3d4.avif',
    headers: { range: 'bytes=-10' },
    status: 206,
    answers: { 'content-range': 'bytes 639990-639999/640000' },
  },
  {
    path: '/_assets/oud.C3d4.avif',
    headers: { range: 'bytes=100-539999' },
    status: 206,
    answers: { 'content-length': '539900' },
  },
  {
    path: '/_assets/oud.C3d4.avif',
    headers: { range: 'bytes=640000-' },
    status: 416,
    answers: { 'content-range': 'bytes */640000' },
  },
  {
    path: '/_assets/oud.C3d4.avif',
    headers: { range: 'bytes=0-9', 'if-range': '"other"' },
    status: 200,
    file: '/_assets/oud.C3d4.avif',
  },
];
