import { isIPv4, isIPv6 } from 'node:net';
import type { Context } from 'hono';

/**
 * The network address of a client for the cap on unpaid stock, or null when it is not known or is no
 * shopper's: this machine and private networks are the shop's own proxies. Of IPv6 the first 64 bits count,
 * since one line has them all. `header` is what the shop's own proxy sets; of a list the last entry is its.
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

/** As @hono/node-server passes it; there is none under app.request(). */
function connection(context: Context): string | undefined {
  const env = context.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined;
  return env?.incoming?.socket?.remoteAddress;
}
