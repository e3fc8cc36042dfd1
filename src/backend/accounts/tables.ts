import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';

/** A customer with a verified email address. Before verification there is only a row of `emailCodes`. */
export const accounts = pgTable('accounts', {
  id: text().primaryKey(),
  /** In lower case, as the contract requires. */
  email: text().notNull().unique(),
  fullName: text('full_name').notNull(),
  /** As typed. Null if she has given none. */
  phone: text(),
  /** argon2id. Null if a contested registration leaves the password's owner uncertain. A reset sets a new one. */
  passwordHash: text('password_hash'),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** The time since which the merchant blocks it: it cannot log in. */
  blockedAt: moment('blocked_at'),
});

/** A signed-in browser. Deleting the row signs it out. */
export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token. The token itself is not stored. */
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
 * The one valid code of an address and a purpose. A new code replaces it and the registration that it would verify. An
 * address that must not get a code has a decoy, which no guess matches, so that guessing reveals nothing about the
 * address.
 */
export const emailCodes = pgTable(
  'email_codes',
  {
    purpose: text({ enum: ['verify_email', 'reset_password', 'change_email'] }).notNull(),
    email: text().notNull(),
    /** argon2id over purpose, address and code. With a faster hash, all million codes could be tried quickly. */
    codeHash: text('code_hash').notNull(),
    decoy: boolean().notNull(),
    /** The tries left to all clients that did not ask for this code. */
    triesLeft: integer('tries_left').notNull(),
    /** The tries of the client that asked for it, which nobody else can use up. */
    ownTriesLeft: integer('own_tries_left').notNull().default(5),
    /** The network address that asked for this code; null if unknown. */
    requestedFrom: text('requested_from'),
    /** SHA-256 of the name of the browser that asked for this code; null if it sent none. */
    requestedBy: text('requested_by'),
    sentAt: moment('sent_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    // The other columns belong to a registration.
    fullName: text('full_name'),
    passwordHash: text('password_hash'),
    /** SHA-256 of the secret that the registering browser received. */
    attemptHash: text('attempt_hash'),
    clientAddress: text('client_address'),
    /** It replaced a registration with another password, so the owner of the password is uncertain. */
    contested: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.purpose, table.email] }),
    index('email_codes_by_end').on(table.expiresAt),
  ],
);

/**
 * Registrations that a later one with the same address has replaced. The browser that made one may still verify it.
 * Otherwise a stranger who registers the address repeatedly would keep its owner out.
 */
export const replacedRegistrations = pgTable(
  'replaced_registrations',
  {
    /** SHA-256 of the secret that the registering browser received. */
    attemptHash: text('attempt_hash').primaryKey(),
    email: text().notNull(),
    fullName: text('full_name').notNull(),
    passwordHash: text('password_hash').notNull(),
    replacedAt: moment('replaced_at').notNull().defaultNow(),
  },
  (table) => [
    index('replaced_registrations_by_email').on(table.email),
    index('replaced_registrations_by_time').on(table.replacedAt),
  ],
);

/** The right to set a new password once, earned with a valid reset code. */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** SHA-256 of the token that verify-password-otp returned. */
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

/** A browser that has logged in to an account. Strangers who guess cannot keep it out. */
export const knownDevices = pgTable(
  'known_devices',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the random name that the browser has made for itself. */
    deviceHash: text('device_hash').notNull(),
    /** The last login. */
    usedAt: moment('used_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.deviceHash] }),
    index('known_devices_by_use').on(table.usedAt),
  ],
);

/** The address book of an account (decision 59). Nothing refers to a row: an order has its own copy. */
export const addresses = pgTable(
  'addresses',
  {
    id: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    fullName: text('full_name').notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    /** The name of the shipping place, which the merchant may have deleted since. Empty if the order named none. */
    shippingLocation: text('shipping_location').notNull(),
    isDefault: boolean('is_default').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('addresses_by_account').on(table.accountId),
    uniqueIndex('addresses_one_default').on(table.accountId).where(sql`is_default`),
  ],
);
