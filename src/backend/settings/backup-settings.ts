import { resolve } from 'node:path';
import * as z from 'zod';
import type { S3Place } from './s3-place.ts';
import { placeFor, s3Faults, s3Shape } from './s3-settings.ts';

/** age's alphabet (bech32). The checksum is checked when the key is used. */
const RECIPIENT = /^age1[02-9ac-hj-np-z]{58,}$/;

/** The places of timed backups: a folder, a bucket, or both. */
export const backupShape = {
  BACKUP_FOLDER: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  ...s3Shape('BACKUP_S3'),
  /** age's public key, for which everything in the bucket is encrypted. Without it, nothing is encrypted. */
  BACKUP_AGE_RECIPIENT: z
    .string()
    .regex(RECIPIENT, "must be age's public key, such as age-keygen prints: age1…")
    .optional(),
  /** The passphrase of the archive in the bucket (machine/recovery). It is on the machine, unlike age's private key. */
  ARCHIVE_PASSPHRASE: z
    .string()
    .regex(/^[0-9A-Za-z]{32,}$/, 'must be 32 letters and digits or more: openssl rand -hex 32')
    .optional(),
};

const shape = z.object(backupShape);
export type BackupSettings = z.output<typeof shape>;

const RECIPIENT_ALONE =
  'is needed with BACKUP_AGE_RECIPIENT: what is encrypted is what leaves for the S3 store';

/** Returns what is wrong with them; a message has no full stop. */
export function backupFaults(given: BackupSettings & { SHOP_MODE: string }) {
  const faults = s3Faults('BACKUP_S3', given);
  if (given.BACKUP_AGE_RECIPIENT === undefined || backupPlaceOf(given) || faults.length > 0)
    return faults;
  return [{ path: ['BACKUP_S3_BUCKET'] as [string], message: RECIPIENT_ALONE }];
}

/** Returns the bucket for backups; null if there is none. */
export const backupPlaceOf = (settings: BackupSettings): S3Place | null =>
  placeFor('BACKUP_S3', settings);
