import { readFile } from 'node:fs/promises';
import { type Check, fault, note, well } from './check.ts';

/** Ports that are open to the world: SSH, HTTP, HTTPS. */
const PUBLIC = [22, 80, 443];
/** Ports that must stay closed to other machines, and the programs that listen there. */
const OURS: Readonly<Record<number, string>> = {
  4320: 'the API',
  4321: 'the shop',
  4322: 'the payment sandbox',
  4330: 'the publisher',
  4340: 'the API',
  4341: 'the API',
  5432: 'PostgreSQL',
  8080: 'the API behind nginx',
  14330: 'metrics',
  14340: 'metrics',
  14341: 'metrics',
};
const LISTENING = '0A';

/** The ports that a table of Linux (/proc/net/tcp) lists as open to other machines. */
export function openPorts(table: string): number[] {
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, local = '', , state]) => state === LISTENING && !isLoopback(local.split(':')[0] ?? ''),
    )
    .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16));
}

/** 127.0.0.0/8, ::1, and the first in the clothes of the second; each word of four bytes is written backwards. */
const isLoopback = (hex: string) =>
  hex.length === 8
    ? hex.endsWith('7F')
    : hex === '00000000000000000000000001000000' ||
      (hex.startsWith('0000000000000000FFFF0000') && hex.endsWith('7F'));

/** Programs that listen for other machines. A firewall outside this machine cannot be seen from here. */
export const ports: Check = {
  name: 'ports',
  async look({ machine }) {
    if (machine.kind === 'container')
      return well('The container opens those that docker run names.');
    const tables = await Promise.all(
      ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => '')),
    );
    const open = [...new Set(tables.flatMap(openPorts))].toSorted((a, b) => a - b);
    const ours = open.filter((port) => OURS[port]);
    if (ours.length > 0)
      return fault(
        `Other machines can reach ${ours.map((port) => `${OURS[port]} at port ${port}`).join(', ')}, unless a firewall forbids it.`,
        'Let it listen on 127.0.0.1 alone (HOST, API_HOST, PUBLISHER_HOST, listen_addresses), or close the port.',
      );
    const others = open.filter((port) => !PUBLIC.includes(port));
    return others.length > 0
      ? note(
          `Other programs listen for other machines at ${others.join(', ')}.`,
          'Close what you do not use.',
        )
      : well('Only SSH and the web listen for other machines.');
  },
};
