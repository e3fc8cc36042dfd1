import { expect, it } from 'vitest';
import { apiAddress } from './api-address.ts';

it.each([
  ['https://api.example.com', 'https://api.example.com'],
  ['https://api.example.com/', 'https://api.example.com'],
  [' https://api.example.com// ', 'https://api.example.com'],
  ['https://example.com/shop/', 'https://example.com/shop'],
  ['HTTP://127.0.0.1:4321/', 'http://127.0.0.1:4321'],
])('%s becomes %s', (given, address) => {
  expect(apiAddress(given, 'API_URL')).toBe(address);
});

it.each([
  [
    'api.example.com',
    "API_URL must begin with http:// or https://, and 'api.example.com' does not",
  ],
  ['//api.example.com', 'must begin with http'],
  ['https://', 'is not a web address'],
  ['https://api.example.com/?key=1', 'has a query or a fragment'],
  ['https://api.example.com/#', 'has a query or a fragment'],
  ['https://me:secret@api.example.com', 'must not hold a name or password'],
])('refuses %s', (given, words) => {
  expect(() => apiAddress(given, 'API_URL')).toThrow(words);
});
