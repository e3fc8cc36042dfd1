import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { backupPlaceOf } from './backup-settings.ts';
import { faultsOf } from './faults.harness.ts';
import { readSettings } from './settings.ts';

const STORE = {
  BACKUP_S3_ENDPOINT: 'https://s3.eu-central-1.amazonaws.com',
  BACKUP_S3_BUCKET: 'shop-backups',
  BACKUP_S3_KEY_ID: 'key',
  BACKUP_S3_SECRET_KEY: 'secret',
};
const RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';

test('backups have no place unless a setting names one; an empty setting is absent', () => {
  const settings = readSettings({ BACKUP_FOLDER: '', BACKUP_S3_BUCKET: '' });
  expect(settings.BACKUP_FOLDER).toBeUndefined();
  expect(backupPlaceOf(settings)).toBeNull();
});

test('a folder, a store beside that of the pictures, or both', () => {
  const media = { MEDIA_S3_BUCKET: 'shop-pictures' };
  const other = Object.entries(STORE).map(([name, value]) => [
    name.replace('BACKUP', 'MEDIA'),
    value,
  ]);
  const settings = readSettings({
    ...Object.fromEntries(other),
    ...media,
    ...STORE,
    BACKUP_FOLDER: 'backups',
    BACKUP_S3_PREFIX: 'turare',
    BACKUP_AGE_RECIPIENT: RECIPIENT,
  });
  expect(settings.BACKUP_FOLDER).toBe(resolve('backups'));
  expect(backupPlaceOf(settings)).toMatchObject({ bucket: 'shop-backups', prefix: 'turare/' });
});

test('names each that is missing or wrong', () => {
  expect(faultsOf({ BACKUP_S3_BUCKET: 'shop-backups' })).toEqual([
    expect.stringMatching(/^BACKUP_S3_ENDPOINT is needed for backups in an S3 store: /),
    expect.stringMatching(/^BACKUP_S3_KEY_ID is needed/),
    expect.stringMatching(/^BACKUP_S3_SECRET_KEY is needed/),
  ]);
  expect(faultsOf({ ...STORE, BACKUP_AGE_RECIPIENT: 'AGE-SECRET-KEY-1ABC' })).toEqual([
    expect.stringMatching(/^BACKUP_AGE_RECIPIENT must be age's public key/),
  ]);
  expect(faultsOf({ BACKUP_AGE_RECIPIENT: RECIPIENT })).toEqual([
    expect.stringMatching(/^BACKUP_S3_BUCKET is needed with BACKUP_AGE_RECIPIENT/),
  ]);
});
