import { boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A customer whose e-mail address is proved; before that there is only a row of `emailCodes`. */
export const accounts = pgTable('accounts', {
  id: text().primaryKey(),
  /** Lower case, as the contract reads it. */
  email: text().notNull().unique(),
  fullName: text('full_name').notNull(),
  /** argon2id; null when it is not known whose password the registration's was: a new one is set by mail. */
  passwordHash: text('password_hash'),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** Who is logged in. Deleting the row is logging out. */
export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token; the token itself is kept nowhere. */
    tokenHash: text('token_hash').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('sessions_by_account').on(table.accountId),
    index('sessions_by_end').on(table.expiresAt),
  ],
);

/**
 * The one code that counts for an address and a purpose. A new one replaces it, and with it the registration
 * that it would prove. An address that must not get a code has a decoy, which no guess opens: whoever
 * guesses learns nothing of the address.
 */
export const emailCodes = pgTable(
  'email_codes',
  {
    purpose: text({ enum: ['verify_email', 'reset_password'] }).notNull(),
    email: text().notNull(),
    /** argon2id over purpose, address and code: a million codes are tried in no time with anything quicker. */
    codeHash: text('code_hash').notNull(),
    decoy: boolean().notNull(),
    triesLeft: integer('tries_left').notNull(),
    sentAt: moment('sent_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    // Of a registration:
    fullName: text('full_name'),
    passwordHash: text('password_hash'),
    /** SHA-256 of the secret that the registering browser got. */
    attemptHash: text('attempt_hash'),
    clientAddress: text('client_address'),
    /** It replaced one from another network address that still counted: whose password it has is not known. */
    contested: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.purpose, table.email] }),
    index('email_codes_by_end').on(table.expiresAt),
  ],
);

/** A proved reset code's right to set a new password, once. */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** SHA-256 of what verify-password-otp answered. */
    tokenHash: text('token_hash').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('password_resets_by_account').on(table.accountId),
    index('password_resets_by_end').on(table.expiresAt),
  ],
);

/** How often something was tried, for all processes of the API. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** SHA-256 of what is counted: no address stands here. */
    key: text().primaryKey(),
    count: integer().notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [index('rate_limits_by_end').on(table.endsAt)],
);
