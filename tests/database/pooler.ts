import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { unprivileged } from '#backend/db/cluster/unprivileged.ts';
import { PGBOUNCER, pathOf } from '#scripts/test/debian-programs.ts';

/** A PgBouncer in front of a server. */
interface Pooler {
  /** Returns the address of a database of that server through the pooler, with the same user. */
  through(url: string): string;
  close(): Promise<void>;
}

interface PoolerOptions {
  mode: 'transaction' | 'session';
  /** Connections to the server for each database and user. */
  size: number;
}

/**
 * Starts Debian's PgBouncer in front of the server of an address, otherwise with its standard settings.
 * @param urls - addresses of one server, one for each user that comes.
 */
export async function startPooler(
  { mode, size }: PoolerOptions,
  ...urls: readonly string[]
): Promise<Pooler> {
  const found = pathOf(PGBOUNCER);
  const addresses = urls.map((url) => new URL(url));
  const server = addresses[0]?.port;
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'turare-pooler-'));
  const users = addresses.map(({ username, password }) => `"${username}" "${password}"\n`);
  const { command, user } = unprivileged(found);
  const files = {
    'users.txt': users.join(''),
    'pgbouncer.ini': `[databases]
* = host=127.0.0.1 port=${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 500
`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  if (user) {
    for (const path of ['.', ...Object.keys(files)])
      await chown(join(folder, path), user.uid, user.gid);
  }
  const [program = found, ...prefix] = command;
  const child = spawn(program, [...prefix, join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = once(child, 'exit');
  const said: string[] = [];
  const lines = createInterface(child.stderr);
  await new Promise<void>((ready, failed) => {
    lines.on('line', (line) => {
      said.push(line);
      // It prints this when the port is open.
      if (line.includes('process up')) ready();
    });
    child.once('exit', () => failed(new Error(`PgBouncer did not start:\n${said.join('\n')}`)));
  });
  return {
    through(url) {
      const address = new URL(url);
      address.port = String(port);
      return address.href;
    },
    async close() {
      // It ends at once, without waiting for clients.
      child.kill('SIGTERM');
      await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
