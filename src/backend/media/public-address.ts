import { BlockList, isIP } from 'node:net';

/** Reserved IPv4 networks (IANA IPv4 Special-Purpose Address Registry, RFC 6890), and multicast. */
const RESERVED_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Global unicast, the only part of IPv6 for hosts of the internet (RFC 4291) … */
const GLOBAL_6 = [['2000::', 3]] as const;
/** … and its exceptions: Teredo and other protocols, documentation, 6to4. */
const RESERVED_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const blockList = (family: 'ipv4' | 'ipv6', nets: readonly (readonly [string, number])[]) => {
  const list = new BlockList();
  for (const [net, bits] of nets) list.addSubnet(net, bits, family);
  return list;
};
const reserved4 = blockList('ipv4', RESERVED_4);
const global6 = blockList('ipv6', GLOBAL_6);
const reserved6 = blockList('ipv6', RESERVED_6);

/**
 * Whether an IP address belongs to the public internet. False for addresses of this machine and of private networks,
 * and for IPv6 addresses that embed an IPv4 one (mapped, NAT64, 6to4) and could so reach them.
 */
export function isPublicAddress(address: string): boolean {
  // An address with a zone ('fe80::1%eth0') is local to a link.
  if (address.includes('%')) return false;
  const version = isIP(address);
  if (version === 4) return !reserved4.check(address, 'ipv4');
  if (version !== 6) return false;
  return global6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6');
}
