import { expect, it } from 'vitest';
import { internalLinks } from './links.ts';

const links = (html: string) => [...internalLinks(html, 'https://shop.example')].sort();

it('finds every path of the site that a page links to', () => {
  expect(
    links(`<a href="/products/oud-wood?x=1#top">a</a> <link rel="canonical" href="https://shop.example/brands">
      <script src="/_assets/page.js"></script> <img srcset="/renditions/a.avif 400w, /_assets/b.avif 800w" src="/_assets/c.jpg" alt="1 > 0">
      <form action="/products"></form> <a href="/a%20b?c&amp;d">b</a>`),
  ).toEqual([
    '/_assets/b.avif',
    '/_assets/c.jpg',
    '/_assets/page.js',
    '/a b',
    '/brands',
    '/products',
    '/products/oud-wood',
    '/renditions/a.avif',
  ]);
});

it('leaves out addresses that the site does not answer', () => {
  expect(
    links(`<a href="https://wa.me/?text=/x">w</a> <a href="//elsewhere.example/y">e</a> <a href="#main">m</a>
      <img src="/media/abc/800.avif"> <img src="/uploads/x.jpg" alt="a > b"> <source srcset="/y.avif 2x"> <link rel="preload" as="image" href="/uploads/x.jpg"> <a href="/api/openapi.json">api</a> <a href="mailto:a@b.example">mail</a>
      <a href="https://shop.example.evil.example/z">z</a> <template><a href="/-">pattern</a></template>`),
  ).toEqual([]);
});

it('keeps a broken escape as it is', () => {
  expect(links('<a href="/%E0%A4%A">x</a>')).toEqual(['/%E0%A4%A']);
});
