import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** A lock that holds up a process at a point of its work. */
export interface Obstacle {
  /** Waits until a process waits for it. */
  reached(): Promise<void>;
  /** Removes it, after the waiting process was killed, and waits until PostgreSQL has noticed that. */
  remove(): Promise<void>;
}

/** Takes a lock in a separate connection. @param statement - such as `lock table stock_movements in share mode` */
export async function obstruct(databaseUrl: string, statement: string): Promise<Obstacle> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(statement);
  let waiting: number[] = [];
  const pids = async (query: string, values: unknown[]) => {
    // A transaction sees the activity of its first look until it asks for a new one.
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query(query, values);
    return rows.map((row) => row.pid as number);
  };
  return {
    async reached() {
      const query =
        'select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))';
      for (;;) {
        waiting = await pids(query, []);
        if (waiting.length > 0) return;
        await pause(20);
      }
    },
    async remove() {
      await client.query('rollback');
      // PostgreSQL notices that a client has gone when it next writes to it.
      const query = 'select pid from pg_stat_activity where pid = any($1)';
      while ((await pids(query, [waiting])).length > 0) await pause(20);
      await client.end();
    },
  };
}
