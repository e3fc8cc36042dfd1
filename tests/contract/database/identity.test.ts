import { expect, test } from 'vitest';
import { connect } from '#backend/db/connect.ts';
import { readIdentity } from '#backend/db/identity.ts';
import { emptyDatabase } from '../../database/fresh.ts';
import { forTest, roleIn, run } from './check.harness.ts';

async function identityOf(url: string): Promise<string> {
  const { db, close } = connect(url);
  try {
    return await readIdentity(db);
  } finally {
    await close();
  }
}

test('two databases of a cluster are not the same, and one is the same each time', async () => {
  const [one, other] = [await forTest(emptyDatabase()), await forTest(emptyDatabase())];
  const identity = await identityOf(one);
  expect(identity).toMatch(/^\d+\/[0-9A-F]{8}\/\d+$/);
  expect(await identityOf(one)).toBe(identity);
  expect(await identityOf(other)).not.toBe(identity);
});

test('is the number of the database alone where a host does not tell the rest', async () => {
  const url = await forTest(emptyDatabase());
  await run(url, 'revoke execute on function pg_control_system() from public');
  expect(await identityOf(await roleIn(url))).toMatch(/^\d+$/);
});
