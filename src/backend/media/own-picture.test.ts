import { expect, it } from 'vitest';
import { ownHash } from './own-picture.ts';

const HASH = 'a'.repeat(40);
const ORIGINS = ['https://api.shop.example', 'https://shop.example/below'];

it.each([
  [`/media/${HASH}`, HASH],
  [`/media/${HASH}/1200.jpg`, HASH],
  [`https://api.shop.example/media/${HASH}/640.avif`, HASH],
  [`https://shop.example/media/${HASH}`, HASH],
  [`http://api.shop.example/media/${HASH}/1200.jpg`, undefined],
  [`https://other.example/media/${HASH}/1200.jpg`, undefined],
  [`https://api.shop.example/media/${HASH}/../../admin`, undefined],
  [`https://api.shop.example/media/${HASH.slice(1)}/1200.jpg`, undefined],
  [`//api.shop.example/media/${HASH}`, undefined],
  [`media/${HASH}`, undefined],
  ['bottle.jpg', undefined],
])('%s is a picture of the shop: %s', (name, hash) => {
  expect(ownHash(name, ORIGINS)).toBe(hash);
});
