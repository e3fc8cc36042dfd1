import { expect, it } from 'vitest';
import { internalLinks } from './links.ts';

const links = (html: string) => [...internalLinks(html, 'https://shop.example')].sort();

it('finds every path of the site that a page links to', () => {
  expect(
    links(`<a href="/products/oud-wood?x=1#top">a</a> <link rel="canonical" href="https://shop.example/brands">
      <script src="/_assets/page.js"></script> <img srcset="/a.avif 400w, /b.avif 800w" src="/c.jpg">
      <form action="/products"></form> <a href="/a%20b?c&amp;d">b</a>`),
  ).toEqual([
    '/_assets/page.js',
    '/a b',
    '/a.avif',
    '/b.avif',
    '/brands',
    '/c.jpg',
    '/products',
    '/products/oud-wood',
  ]);
});

it('leaves out addresses that the site does not answer', () => {
  expect(
    links(`<a href="https://wa.me/?text=/x">w</a> <a href="//elsewhere.example/y">e</a> <a href="#main">m</a>
      <img src="/media/abc/800.avif"> <a href="/api/openapi.json">api</a> <a href="mailto:a@b.example">mail</a>
      <a href="https://shop.example.evil.example/z">z</a> <template><a href="/-">pattern</a></template>`),
  ).toEqual([]);
});

it('keeps a broken escape as it is', () => {
  expect(links('<a href="/%E0%A4%A">x</a>')).toEqual(['/%E0%A4%A']);
});
