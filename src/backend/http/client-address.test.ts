import type { Context } from 'hono';
import { expect, it } from 'vitest';
import { clientAddress } from './client-address.ts';

const seen = (remoteAddress?: string, headers: Record<string, string> = {}) =>
  ({
    req: { header: (name: string) => headers[name] },
    env: remoteAddress ? { incoming: { socket: { remoteAddress } } } : {},
  }) as unknown as Context;

it.each([
  ['102.89.1.1', '102.89.1.1'],
  ['::ffff:102.89.1.1', '102.89.1.1'],
  ['2c0f:f5c0:1:2:aaaa::1', '2c0f:f5c0:1:2::/64'],
  ['2c0f:f5c0:0001:2:bbbb:1:1:1', '2c0f:f5c0:1:2::/64'],
  ['2c0f::5', '2c0f:0:0:0::/64'],
  ['127.0.0.1', null],
  ['::1', null],
  ['10.1.2.3', null],
  ['172.20.1.1', null],
  ['192.168.1.1', null],
  ['fe80::1%eth0', null],
  ['fd00::1', null],
  ['nonsense', null],
])('a connection from %s has the address %s', (address, counted) => {
  expect(clientAddress(seen(address), null)).toBe(counted);
});

it('is unknown without a socket', () => {
  expect(clientAddress(seen(), null)).toBeNull();
});

it('reads a header only if the settings name it, and takes the last entry of a list', () => {
  const request = seen('10.0.0.1', { 'x-forwarded-for': '1.2.3.4, 102.89.7.7' });
  expect(clientAddress(request, null)).toBeNull();
  expect(clientAddress(request, 'x-forwarded-for')).toBe('102.89.7.7');
});

it.each([
  ['102.89.7.7:41000', '102.89.7.7'],
  ['1.2.3.4, 102.89.7.7:41000', '102.89.7.7'],
  ['[2c0f:f5c0:1:2:aaaa::1]:443', '2c0f:f5c0:1:2::/64'],
  ['[2c0f:f5c0:1:2:bbbb::1]', '2c0f:f5c0:1:2::/64'],
  ['::ffff:102.89.7.7', '102.89.7.7'],
  ['for=102.89.7.7;proto=https', '102.89.7.7'],
  ['for=1.2.3.4, proto=https;for="[2c0f:f5c0:1:2::5]:443"', '2c0f:f5c0:1:2::/64'],
  ['10.0.0.9', '10.0.0.9'],
])('reads %s as %s', (value, address) => {
  expect(clientAddress(seen('10.0.0.1', { 'x-client': value }), 'x-client')).toBe(address);
});

it.each([
  'nonsense',
  'unknown',
  '',
  '102.89.7.7, ',
  '102.89.7.7:port',
  '[102.89',
  '102.89.7.7:1:2',
  'for=_hidden',
])('counts what cannot be read (%j) together, and never not at all', (value) => {
  expect(clientAddress(seen('105.112.0.1', { 'x-client': value }), 'x-client')).toBe('unreadable');
  expect(clientAddress(seen('105.112.0.1'), 'x-client')).toBe('unreadable');
});
