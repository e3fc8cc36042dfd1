import type pg from 'pg';

/** The finding of a check of the database. `detail` is a sentence, or the rest of one: what breaks, and how to fix it. */
export interface Finding {
  name: string;
  /** `untried`: a requirement of this check is missing. */
  state: 'ok' | 'missing' | 'untried';
  detail: string;
}

export const ok = (name: string, detail = ''): Finding => ({ name, state: 'ok', detail });
export const missing = (name: string, detail: string): Finding => ({
  name,
  state: 'missing',
  detail,
});
export const untried = (name: string, detail: string): Finding => ({
  name,
  state: 'untried',
  detail,
});

/** Returns a finding that is good if a condition holds. */
export const expectThat = (holds: boolean, name: string, good: string, bad: string): Finding =>
  holds ? ok(name, good) : missing(name, bad);

/** Runs a check. A refusal of the database is a finding, too. */
export async function attempt(
  name: string,
  breaks: string,
  work: () => Promise<Finding>,
): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    return missing(name, `${reasonOf(error)}. ${breaks}`);
  }
}

/** Returns the message of the database or of the connection. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/\.$/, '') : String(error);

export async function rolledBack<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    return await work();
  } finally {
    // It fails if the connection is lost. Nothing is left then either, and the next query reports the loss.
    await client.query('rollback').catch(() => {});
  }
}

/** Returns the only row of a query. */
export async function rowOf<T extends pg.QueryResultRow>(
  client: pg.ClientBase,
  text: string,
  values: unknown[] = [],
): Promise<T> {
  const { rows } = await client.query<T>(text, values);
  if (!rows[0]) throw new Error(`No answer to '${text}'`);
  return rows[0];
}
