import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { attempt, expectThat, type Finding, rowOf } from './finding.ts';

const ENGINE = 'Use PostgreSQL itself, or a service of it.';
const SERIALIZATION_FAILURE = '40001';
/** Milliseconds for a statement to reach the lock that it waits for. */
const REACHES_LOCK_MS = 200;

/** What two connections do with the same rows, in a table of a schema that the caller drops. */
export async function checkRows(
  a: pg.ClientBase,
  b: pg.ClientBase,
  schema: string,
): Promise<Finding[]> {
  const table = `${schema}.units`;
  await a.query(`create table ${table} (id int primary key, left_over int not null)`);
  await a.query(`insert into ${table} values (1, 1), (2, 1)`);
  return [
    await skipLocked(a, b, table),
    await neverTwice(a, b, table),
    await snapshot(a, b, table),
    await copy(a, table),
  ];
}

function skipLocked(a: pg.ClientBase, b: pg.ClientBase, table: string): Promise<Finding> {
  const name = 'row locks with SKIP LOCKED';
  const breaks = `Two processes would settle the same orders and send the same emails. ${ENGINE}`;
  const take = `select id from ${table} order by id limit 1 for no key update skip locked`;
  return attempt(name, breaks, async () => {
    await a.query('begin');
    await b.query('begin');
    try {
      const [first, second] = [
        await rowOf<{ id: number }>(a, take),
        await rowOf<{ id: number }>(b, take),
      ];
      return expectThat(first.id === 1 && second.id === 2, name, '', `Both got one row. ${breaks}`);
    } finally {
      await a.query('rollback');
      await b.query('rollback');
    }
  });
}

/** The last unit, wanted by two. The second waits for the first, looks again, and finds none. */
function neverTwice(a: pg.ClientBase, b: pg.ClientBase, table: string): Promise<Finding> {
  const name = 'the last unit is sold once';
  const breaks = `Stock would be sold twice. ${ENGINE}`;
  const sell = `update ${table} set left_over = left_over - 1 where id = 1 and left_over > 0`;
  return attempt(name, breaks, async () => {
    await a.query('begin');
    await b.query('begin');
    const first = await a.query(sell);
    // A server that answers at once with a conflict is right, too: the shop tries again.
    const waiting = b.query(sell).then(
      ({ rowCount }) => rowCount ?? 0,
      (error: unknown) => {
        if (error instanceof pg.DatabaseError && error.code === SERIALIZATION_FAILURE) return 0;
        throw error;
      },
    );
    // It may fail before it is awaited below, where the error is thrown.
    waiting.catch(() => {});
    await pause(REACHES_LOCK_MS);
    await a.query('commit');
    try {
      const second = await waiting;
      return expectThat(first.rowCount === 1 && second === 0, name, '', breaks);
    } finally {
      await b.query('rollback');
    }
  });
}

function snapshot(a: pg.ClientBase, b: pg.ClientBase, table: string): Promise<Finding> {
  const name = 'REPEATABLE READ';
  const breaks = `A backup would be of several moments, and the audit would find faults that are none. ${ENGINE}`;
  const count = async () =>
    (await rowOf<{ count: string }>(a, `select count(*) from ${table}`)).count;
  return attempt(name, breaks, async () => {
    await a.query('begin isolation level repeatable read read only');
    try {
      const before = await count();
      await b.query(`insert into ${table} values (3, 1)`);
      return expectThat(before === (await count()), name, '', `It does not hold. ${breaks}`);
    } finally {
      await a.query('rollback');
    }
  });
}

function copy(client: pg.ClientBase, table: string): Promise<Finding> {
  const name = 'COPY';
  const breaks = `npm run backup and npm run restore do not work. ${ENGINE}`;
  return attempt(name, breaks, async () => {
    await pipeline(Readable.from(['8\t5\n']), client.query(copyFrom(`copy ${table} from stdin`)));
    const read = await text(
      client.query(copyTo(`copy (select * from ${table} where id = 8) to stdout`)),
    );
    return expectThat(read === '8\t5\n', name, '', `It gives back something else. ${breaks}`);
  });
}
