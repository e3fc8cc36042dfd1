import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Defines a column for a time with its time zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A column for bytes. */
export const bytes = customType<{ data: Uint8Array<ArrayBuffer>; driverData: Buffer }>({
  dataType: () => 'bytea',
  fromDriver: (value) => new Uint8Array(value),
  toDriver: (value) => Buffer.from(value),
});
