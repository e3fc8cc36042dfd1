import { isIPv4 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

/** An address in a network, calculated without the library that the code uses. */
const within = (net: string, bits: number) => {
  const base = net.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const size = 2 ** (32 - bits);
  return fc.integer({ min: base, max: base + size - 1 }).map(dotted);
};
const dotted = (value: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
const groups = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};

const NETS = [
  ['this machine', '127.0.0.0', 8],
  ['this network', '0.0.0.0', 8],
  ['private 10', '10.0.0.0', 8],
  ['private 172.16', '172.16.0.0', 12],
  ['private 192.168', '192.168.0.0', 16],
  ['link-local, cloud metadata', '169.254.0.0', 16],
  ['carrier NAT', '100.64.0.0', 10],
  ['IETF', '192.0.0.0', 24],
  ['documentation 1', '192.0.2.0', 24],
  ['documentation 2', '198.51.100.0', 24],
  ['documentation 3', '203.0.113.0', 24],
  ['benchmarks', '198.18.0.0', 15],
  ['6to4 relays', '192.88.99.0', 24],
  ['AS112 1', '192.31.196.0', 24],
  ['AMT relays', '192.52.193.0', 24],
  ['AS112 2', '192.175.48.0', 24],
  ['multicast', '224.0.0.0', 4],
  ['reserved, broadcast', '240.0.0.0', 4],
] as const;

describe('addresses that pictures are never fetched from', () => {
  it.each(NETS)('%s', (_, net, bits) => {
    fc.assert(
      fc.property(within(net, bits), (address) => {
        expect(isPublicAddress(address)).toBe(false);
      }),
    );
    const first = net.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    expect(isPublicAddress(net)).toBe(false);
    expect(isPublicAddress(dotted(first + 2 ** (32 - bits) - 1))).toBe(false);
  });

  it('any IPv4 address inside an IPv6 one: mapped, compatible, translated, NAT64, 6to4', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        for (const dressed of [
          `::ffff:${address}`,
          `::ffff:${groups(address)}`,
          `0:0:0:0:0:ffff:${groups(address)}`,
          `::${address}`,
          `::ffff:0:${address}`,
          `64:ff9b::${address}`,
          `64:ff9b:1::${groups(address)}`,
          `2002:${groups(address)}::1`,
        ])
          expect([dressed, isPublicAddress(dressed)]).toEqual([dressed, false]);
      }),
    );
  });

  const tail = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 7, maxLength: 7 });
  it.each([
    ['unique local', 0xfc00, 0xfdff],
    ['link-local', 0xfe80, 0xfebf],
    ['site-local', 0xfec0, 0xfeff],
    ['multicast', 0xff00, 0xffff],
    ['unassigned, loopback', 0x0000, 0x1fff],
    ['unassigned', 0x4000, 0xfbff],
    ['6to4', 0x2002, 0x2002],
  ])('IPv6: %s', (_, min, max) => {
    fc.assert(
      fc.property(fc.integer({ min, max }), tail, (head, rest) => {
        const address = [head, ...rest].map((group) => group.toString(16)).join(':');
        expect(isPublicAddress(address)).toBe(false);
      }),
    );
  });

  it.each(['::', '::1', '2001:0:4136:e378::1', '2001:db8::1', '3fff:1::1', 'fe80::1%eth0'])(
    '%s',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );

  it('text that is not an address', () => {
    for (const text of ['', 'localhost', '127.1', '0x7f.1', '1.2.3', '2606:4700::1%eth0', '[::1]'])
      expect(isPublicAddress(text)).toBe(false);
  });
});

it('all other IPv4 addresses, and global unicast, are public', () => {
  const listed = (address: string) => {
    const value = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    return NETS.some(([, net, bits]) => {
      const base = net.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
      return value >= base && value < base + 2 ** (32 - bits);
    });
  };
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isIPv4(address)).toBe(true);
      expect(isPublicAddress(address)).toBe(!listed(address));
    }),
    { numRuns: 5000 },
  );
  for (const address of ['2606:4700:4700::1111', '2a00:1450::5', '2001:4860:4860::8888'])
    expect(isPublicAddress(address)).toBe(true);
});
