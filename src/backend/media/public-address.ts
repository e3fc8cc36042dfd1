import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Global unicast, the only range of IPv6 for hosts of the internet (RFC 4291). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is on the public internet. False for addresses of this machine, of private networks and reserved
 * ones. Also false for IPv6 addresses that embed an IPv4 one (mapped, NAT64, 6to4) and could reach these.
 */
export function isPublicAddress(text: string): boolean {
  // The library also parses short forms such as '127.1'. An address with a zone ('fe80::1%eth0') is local to a link.
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_UNICAST)) return false;
  return address.range() === 'unicast';
}
