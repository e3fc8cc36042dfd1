import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { connectionUrl } from '#backend/db/cluster/cluster-server.ts';
import { POSTGRESQL, pathOf } from '#scripts/test/debian-programs.ts';
import { end, giveAway, runProgram, startProgram } from './processes.ts';

/** A PostgreSQL of Debian's package: a primary or its standby. */
export interface Server {
  port: number;
  /** Runs a statement as the superuser, and returns the rows. */
  ask<T extends pg.QueryResultRow>(statement: string): Promise<T[]>;
  start(): Promise<void>;
  /** Ends it at once, as when the machine loses its power. */
  kill(): Promise<void>;
  /** Stops it as an administrator does. */
  stop(): Promise<void>;
  /** Creates its data again: an empty primary, or a standby copied from the server at a port. */
  make(from?: { port: number }): Promise<void>;
}

const PASSWORD = randomBytes(12).toString('hex');

/** Returns the address of the shop's database at a port. */
export const addressAt = (port: number) => connectionUrl(port, PASSWORD, 'turare');

/** Declares a server with its data in a folder, without creating it. */
export async function server(folder: string): Promise<Server> {
  const programs = pathOf(POSTGRESQL);
  const port = await freePort();
  const passwordFile = `${folder}-password`;
  let process: ReturnType<typeof startProgram> | undefined;
  const self: Server = {
    port,
    async ask<T extends pg.QueryResultRow>(statement: string) {
      const client = new pg.Client({ connectionString: connectionUrl(port, PASSWORD, 'postgres') });
      await client.connect();
      try {
        return (await client.query<T>(statement)).rows;
      } finally {
        await client.end();
      }
    },
    async start() {
      process = startProgram(join(programs, 'postgres'), [
        ...['-D', folder, '-p', String(port)],
        ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
        // A standby that was cut off tries again soon.
        ...['-c', 'wal_retrieve_retry_interval=200ms', '-c', 'timezone=UTC'],
      ]);
      const { output } = process;
      await vi.waitFor(
        () =>
          self.ask('select 1').catch((error: Error) => {
            throw new Error(`PostgreSQL does not answer (${error.message}): ${output()}`);
          }),
        { interval: 50 },
      );
    },
    async kill() {
      if (!process) return;
      // Its children notice, and end.
      await end(process.child, 'SIGKILL');
    },
    async stop() {
      if (process) await end(process.child, 'SIGINT');
    },
    async make(from) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { mode: 0o700 });
      await writeFile(passwordFile, PASSWORD, { mode: 0o600 });
      await giveAway(folder, passwordFile);
      if (from) {
        await runProgram(
          join(programs, 'pg_basebackup'),
          [
            ...['-h', '127.0.0.1', '-p', String(from.port), '-U', 'turare'],
            ...['-D', folder, '--write-recovery-conf', '--checkpoint=fast'],
          ],
          { PGPASSWORD: PASSWORD },
        );
        return;
      }
      await runProgram(join(programs, 'initdb'), [
        ...[`--pgdata=${folder}`, '--username=turare', `--pwfile=${passwordFile}`],
        ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'],
      ]);
    },
  };
  return self;
}
