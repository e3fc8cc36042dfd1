import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { openTargets } from '#backend/backup/targets/open.ts';
import { createS3Client } from '#backend/media/objects/s3-client.ts';
import { backupPlaceOf } from '#backend/settings/backup-settings.ts';
import { readSettings } from '#backend/settings/settings.ts';
import type { S3Server } from '../s3/server.ts';

/** The steps at which `standstill.mjs` stops a backup into a folder and a store: before each visible change. */
export const BACKUP_STEPS = {
  'before its tables are written': '^query copy "orders"',
  'before it is read back': '^rename \\S+\\.part ',
  'before it has its name': '^rename \\S+\\.unchecked \\S+-rows',
  'before it is sent': '^fetch PUT \\S+\\.tar\\.gz',
  'before its checksum is sent': '^fetch PUT \\S+\\.sha256',
  'before it is recorded': '^query update backup_targets set newest_at',
  'before an older one leaves the folder': '^rm \\S+/shop-2026-01-05',
  'before the checksum of an older one leaves the store': '^fetch DELETE \\S+\\.sha256',
  'before an older one leaves the store': '^fetch DELETE \\S+\\.tar\\.gz',
  'before an older one is read again': '^query select checked',
};

/** Two backups of one day long ago: the next run removes the first. */
export const OLD = ['03', '09'].map((hour) => `shop-2026-01-05T${hour}00-9-rows.tar.gz`);

/** Returns the store that a killed run leaves behind, checked by its own code and without it. */
export function storeOf(s3: S3Server) {
  const settings = Object.fromEntries(
    Object.entries(s3.settings).map(([name, value]) => [name.replace('MEDIA', 'BACKUP'), value]),
  );
  const given = readSettings(settings);
  const place = backupPlaceOf(given);
  const target = openTargets(given).store;
  if (!place || !target) throw new Error('The settings name no store');
  const { call, list } = createS3Client(place, { tryMs: 9000, allMs: 9000, tries: 1 });
  return {
    /** The shop's settings for it. */
    settings,
    async plantOld(): Promise<void> {
      for (const name of OLD) {
        const body = Buffer.from(name);
        const sum = createHash('sha256').update(body).digest('hex');
        await call('write', { method: 'PUT', key: name, body });
        await call('write', { method: 'PUT', key: `${name}.sha256`, body: Buffer.from(sum) });
      }
    },
    /** Expects that each backup is what was sent, and that nothing else is there. */
    async expectTidy(): Promise<void> {
      const names = (await target.list()).map(({ name }) => name);
      for (const name of names) expect([name, await target.faultOf(name)]).toEqual([name, null]);
      const others: string[] = [];
      for await (const { key } of list('')) if (!names.includes(key)) others.push(key);
      expect(others.toSorted()).toEqual(names.map((name) => `${name}.sha256`).toSorted());
    },
  };
}
