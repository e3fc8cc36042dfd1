import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { Finding } from '#backend/db/check/check.ts';
import type { FreshDatabase } from '../../database/fresh.ts';

/** Runs statements and returns the rows of the last one. */
export async function run<T extends pg.QueryResultRow>(
  url: string,
  ...statements: string[]
): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: T[] = [];
    for (const statement of statements) rows = (await client.query<T>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Returns the address of a database that is dropped after the test. */
export const forTest = async (database: Promise<FreshDatabase>): Promise<string> => {
  const { url, drop } = await database;
  onTestFinished(drop);
  return url;
};

/** Creates a role that may only log in. Returns the database's address for it. */
export async function roleIn(url: string, ...statements: string[]): Promise<string> {
  const name = `role_${randomBytes(4).toString('hex')}`;
  await run(url, `create role ${name} login password 'p4ssword'`);
  onTestFinished(async () => {
    await run(url, `drop owned by ${name}`, `drop role ${name}`);
  });
  const base = new URL(url).pathname.slice(1);
  const filled = statements.map((each) => each.replaceAll('ROLE', name).replaceAll('BASE', base));
  if (filled.length > 0) await run(url, ...filled);
  const address = new URL(url);
  address.username = name;
  address.password = 'p4ssword';
  return address.href;
}

/** The rights that a role needs. */
export const FULL = [
  'grant create on database BASE to ROLE',
  'grant create on schema public to ROLE',
];
/** Returns the findings that are not fine. */
export const wrong = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state !== 'ok').map(({ state, name }) => `${state} ${name}`);
export const detailOf = (findings: readonly Finding[], name: string) =>
  findings.find((finding) => finding.name === name)?.detail;
