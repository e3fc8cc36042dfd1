import { expect, it } from 'vitest';
import { insecureAddresses, isPublicAddress } from './web-address.ts';

it.each([
  'https://turare.ng',
  'https://shop.turare.com.ng/',
  'http://102.89.1.1:4321',
  'https://[2c0f:f5c0::1]',
  'https://172.32.0.1',
  'https://turare.ng.',
  'https://exampleshop.com',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  'http://127.0.0.1:4321',
  'http://localhost:4321',
  'http://shop.localhost',
  'http://laptop',
  'http://laptop.local',
  'http://192.168.1.7',
  'http://10.0.0.5:8080',
  'http://172.20.1.1',
  'http://100.64.0.1',
  'http://[::1]:4321',
  'http://[fd00::1]',
  'https://shop.example',
  'https://shop.test',
  'https://www.example.com',
  'turare.ng',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it('names every address of production that is not https', () => {
  const env = {
    SITE_URL: 'http://turare.ng',
    PUBLIC_API_URL: ' HTTP://api.turare.ng',
    PUBLIC_IMAGE_URL: 'https://images.example/{url}',
  };
  expect(insecureAddresses(env)).toEqual([
    expect.stringMatching(/^SITE_URL must begin with https/),
    expect.stringMatching(/^PUBLIC_API_URL must begin with https/),
  ]);
  expect(insecureAddresses({ PUBLIC_API_URL: '' })).toEqual([]);
});
