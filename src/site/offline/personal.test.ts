import { describe, expect, it } from 'vitest';
import { isPage, isPublic } from './personal.ts';

describe('the service worker', () => {
  it.each([
    '/',
    '/products/tom-ford-oud-wood',
    '/brands/dior/2',
    '/administration',
    '/payment/callback',
  ])('may answer %s and keep it', (path) => {
    expect([isPage(path), isPublic(path)]).toEqual([true, true]);
  });

  it.each(['/api/product', '/media/abc/640.avif', '/dev/mail', '/admin', '/admin/products/oud'])(
    'leaves %s to the network',
    (path) => {
      expect([isPage(path), isPublic(path)]).toEqual([false, false]);
    },
  );

  it.each(['/checkout', '/orders', '/payment/verify', '/cart'])('never keeps %s', (path) => {
    expect([isPage(path), isPublic(path)]).toEqual([true, false]);
  });
});
