import { type SQL, sql } from 'drizzle-orm';

/** The kinds of things that an advisory lock of a transaction stands for, each with its number in the database. */
const KINDS = {
  attempt: 7000,
  customer: 7001,
  network: 7002,
  purchase: 7003,
  payment: 7004,
  samples: 7005,
  promotionCodes: 7006,
  code: 7010,
};

/**
 * A part of a statement that lets only one transaction at a time have this thing, until it ends. For what may have no row yet that could
 * be locked; two names may share a lock.
 */
export const lockOf = (kind: keyof typeof KINDS, name: string | SQL): SQL =>
  sql`pg_advisory_xact_lock(${KINDS[kind]}, hashtext(${name}))`;
