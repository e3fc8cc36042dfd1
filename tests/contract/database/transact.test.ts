import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done, refuse } from '#backend/base/result.ts';
import { connect } from '#backend/db/connect.ts';
import { allOrNothing, type Transaction, transact } from '#backend/db/transact.ts';
import { type FreshDatabase, freshDatabase } from '../../database/fresh.ts';

let database: FreshDatabase;
let connection: ReturnType<typeof connect>;
beforeAll(async () => {
  database = await freshDatabase();
  connection = connect(database.url);
  await connection.db.execute(sql`create table written (word text)`);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const write = (transaction: Transaction, word: string) =>
  transaction.execute(sql`insert into written values (${word})`);

async function written(): Promise<unknown[]> {
  const { rows } = await connection.db.execute(sql`delete from written returning word`);
  return rows.map(({ word }) => word);
}

test('a refusal undoes what was written before it, and is the answer', async () => {
  const no = refuse('conflict', 'It is sold.', { fields: { word: 'is sold' } });
  const answer = await transact(connection.db, async (transaction) => {
    await write(transaction, 'refused');
    return no;
  });
  expect(answer).toBe(no);
  expect(await written()).toEqual([]);
});

test('any other answer keeps it', async () => {
  for (const answer of [done('kept'), null, undefined, 'kept', { kind: 'refused' }]) {
    const work = (transaction: Transaction) => write(transaction, 'kept').then(() => answer);
    expect(await transact(connection.db, work)).toEqual(answer);
    expect(await written()).toEqual(['kept']);
  }
});

test('an error undoes it and is thrown', async () => {
  const work = async (transaction: Transaction) => {
    await write(transaction, 'broken');
    throw new Error('broken');
  };
  await expect(transact(connection.db, work)).rejects.toThrow('broken');
  expect(await written()).toEqual([]);
});

test('a part that is refused leaves the rest of its transaction', async () => {
  await transact(connection.db, async (transaction) => {
    await write(transaction, 'before');
    const part = await allOrNothing(transaction, async (inner) => {
      await write(inner, 'refused');
      return refuse('conflict', 'It is sold.');
    });
    expect(part.ok).toBe(false);
    await write(transaction, 'after');
    return part.refusal.code;
  });
  expect(await written()).toEqual(['before', 'after']);
});
