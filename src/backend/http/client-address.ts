import { isIPv4, isIPv6 } from 'node:net';
import type { Context } from 'hono';

/**
 * The network address of a client, by which requests and reserved stock are limited. null if it is not known, or
 * if it belongs to this machine or a private network, which is where the shop's own proxies are. Of an IPv6 address
 * only the first 64 bits are used, since one connection has all the others. `header` is the header that the shop's
 * proxy sets; the last entry of a list is the proxy's.
 */
export function clientAddress(context: Context, header: string | null): string | null {
  const given = header
    ? context.req.header(header)?.split(',').at(-1)?.trim()
    : connection(context);
  const address = given?.replace(/^::ffff:/i, '');
  if (!address) return null;
  if (isIPv4(address)) {
    return /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(address) ? null : address;
  }
  if (!isIPv6(address) || address === '::1' || /^f[cde]/i.test(address)) return null;
  return `${network64(address)}::/64`;
}

function network64(address: string): string {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const groups = head.split(':').filter((group) => group !== '');
  if (tail !== undefined) {
    const rest = tail.split(':').filter((group) => group !== '');
    while (groups.length + rest.length < 8) groups.push('0');
    groups.push(...rest);
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** The address that @hono/node-server passes. Under app.request() there is none. */
function connection(context: Context): string | undefined {
  const env = context.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined;
  return env?.incoming?.socket?.remoteAddress;
}
