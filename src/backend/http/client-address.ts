import { isIP } from 'node:net';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';

/** Ranges of this machine and of private networks, which is where the shop's own proxies are. */
const OWN = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'deprecatedSiteLocal'];

/**
 * The network address of a client, by which requests and reserved stock are limited. null if it is not known or is
 * that of the shop's own proxy. Of an IPv6 address only the first 64 bits are used, since one connection has all the
 * others. `header` is the header that the shop's proxy sets; the last entry of a list is the proxy's.
 */
export function clientAddress(context: Context, header: string | null): string | null {
  const given = header
    ? context.req.header(header)?.split(',').at(-1)?.trim()
    : connection(context);
  if (!given || isIP(given) === 0) return null;
  // Turns an IPv4 address inside an IPv6 one (::ffff:102.89.1.1) into IPv4.
  const address = ipaddr.process(given);
  if (OWN.includes(address.range())) return null;
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** The address that @hono/node-server passes. Under app.request() there is none. */
function connection(context: Context): string | undefined {
  const env = context.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined;
  return env?.incoming?.socket?.remoteAddress;
}
