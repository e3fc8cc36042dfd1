import { expect, it } from 'vitest';
import { afterLogin, carrying, guestPath, nextOf } from './next.ts';

const origin = 'https://shop.example';
const login = (next: string) => `${origin}/login?next=${encodeURIComponent(next)}`;

it.each([
  ['/orders/abc?key=1#top', '/orders/abc?key=1#top'],
  ['/', '/'],
  ['/home', ''],
  ['//evil.example', ''],
  ['/\\evil.example', ''],
  ['https://evil.example/', ''],
  ['javascript:alert(1)', ''],
  ['', ''],
])('next=%s is carried as %j', (next, path) => {
  expect(nextOf(login(next))).toBe(path);
  expect(afterLogin(path, origin)).toBe(new URL(path || '/home', origin).href);
});

it('never leads to another host, even after many redirects', () => {
  for (const next of ['/.//evil.example', '/%2F%2Fevil.example', '/a/..//evil.example']) {
    expect(new URL(afterLogin(nextOf(login(next)), origin)).origin).toBe(origin);
    expect(new URL(guestPath(login(next)), origin).origin).toBe(origin);
  }
});

it.each([
  ['/checkout', '/checkout'],
  ['/products/tom-ford-oud-wood?x#y', '/products/tom-ford-oud-wood?x#y'],
  ['/homeware', '/homeware'],
  ['/orders', '/'],
  ['/orders/abc', '/'],
  ['/home', '/'],
  ['/account', '/'],
  ['/login', '/'],
  ['//evil.example', '/'],
])('a guest who wanted %s goes to %s', (next, path) => {
  expect(guestPath(login(next))).toBe(path);
});

it('passes next from page to page', () => {
  expect(carrying('/signup', '')).toBe('/signup');
  expect(nextOf(origin + carrying('/signup', '/orders?a=1&b=2'))).toBe('/orders?a=1&b=2');
});
