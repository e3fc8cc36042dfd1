import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, moment } from '#backend/db/columns.ts';

/** The merchant's people who may open the back office. Removed people stay in the table, because the log names them. */
export const staff = pgTable(
  'staff',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    role: text({ enum: ['owner', 'packer'] }).notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    removedAt: moment('removed_at'),
    /** The last request, to the minute. */
    seenAt: moment('seen_at'),
  },
  (table) => [
    // The log identifies people by name.
    uniqueIndex('staff_names').on(sql`lower(${table.name})`).where(sql`${table.removedAt} is null`),
  ],
);

/** The public half of a person's passkey. The private half never leaves her device. */
export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    /** The credential's id, base64url. */
    id: text().primaryKey(),
    staffId: text('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    publicKey: bytes('public_key').notNull(),
    /** The number of uses by the device's count; always 0 if it does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** The ways browsers reach it: internal, hybrid, usb, … */
    transports: text().array().notNull(),
    /** Whether the device's maker keeps a copy for her other devices. */
    backedUp: boolean('backed_up').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    usedAt: moment('used_at'),
  },
  (table) => [index('staff_passkeys_by_person').on(table.staffId)],
);

/** A browser that is signed in to the back office. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    /** SHA-256 of the cookie. */
    tokenHash: text('token_hash').primaryKey(),
    staffId: text('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** The last time that the person used her passkey in this session. */
    provedAt: moment('proved_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('staff_sessions_by_person').on(table.staffId),
    index('staff_sessions_by_end').on(table.expiresAt),
  ],
);

/** A link with which a person makes a passkey, once: her first one, or a new one after she lost a phone. */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    /** SHA-256 of the secret in the link. */
    tokenHash: text('token_hash').primaryKey(),
    /** The person for whom it is. A new person has a row from the invitation on, and can do nothing before she uses the link. */
    staffId: text('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** Whether her earlier passkeys and sessions end when it is used. */
    recovers: boolean().notNull(),
    invitedBy: text('invited_by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('staff_invitations_by_person').on(table.staffId)],
);

/** A challenge that a passkey has to sign, once and soon. */
export const staffChallenges = pgTable(
  'staff_challenges',
  {
    challenge: text().primaryKey(),
    /** SHA-256 of the secret of its invitation; null for signing in. */
    invitation: text(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('staff_challenges_by_end').on(table.expiresAt)],
);

/** A form of the back office that was sent, by the random id that it was shown with. Sent again, it does nothing again. */
export const staffForms = pgTable(
  'staff_forms',
  {
    id: text().primaryKey(),
    staffId: text('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    sentAt: moment('sent_at').notNull().defaultNow(),
    /** The page of its result. Null while it runs, and if nobody knows how it ended. */
    location: text(),
    /** The notice of its result. */
    notice: text(),
  },
  (table) => [index('staff_forms_by_time').on(table.sentAt)],
);
