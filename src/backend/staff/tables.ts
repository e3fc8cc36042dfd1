import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, moment } from '#backend/db/columns.ts';

/** The merchant's people who may open the back office. One who is removed stays here, for the log names her. */
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
    // The log tells people apart by their names.
    uniqueIndex('staff_names').on(sql`lower(${table.name})`).where(sql`${table.removedAt} is null`),
  ],
);

/** A passkey of one of the people: the public half. The private one never leaves her device. */
export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    /** The credential's id, base64url. */
    id: text().primaryKey(),
    staffId: text('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    publicKey: bytes('public_key').notNull(),
    /** Uses that the device has counted; 0 for ever where it counts none. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How browsers reach it: internal, hybrid, usb, … */
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
    /** When the person last used her passkey in this session. */
    provedAt: moment('proved_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('staff_sessions_by_person').on(table.staffId),
    index('staff_sessions_by_end').on(table.expiresAt),
  ],
);

/** A link with which a person makes a passkey, once: the first of a new person, or a new one after a phone was lost. */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    /** SHA-256 of the secret in the link. */
    tokenHash: text('token_hash').primaryKey(),
    /** Who it is for. A new person is here from the invitation on, and can do nothing before the link is used. */
    staffId: text('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** Whether her passkeys and sessions until now end when it is used. */
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
    /** SHA-256 of the invitation's secret that it belongs to; null for a way in. */
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
    /** Where its result is shown. Null while it is done, and if nobody knows how it ended. */
    location: text(),
    /** What its result says. */
    notice: text(),
  },
  (table) => [index('staff_forms_by_time').on(table.sentAt)],
);
