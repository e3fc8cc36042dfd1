import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeArchiveState } from '#backend/backup/log-archive.ts';
import { staffActions } from '#backend/staff/action-tables.ts';
import { openOffice } from './office.harness.ts';

/** Opens an office for the page of backups and of the archive. */

async function office(settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'turare-backups-page-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const shop = await openOffice({ settings: { BACKUP_FOLDER: folder, ...settings } });
  onTestFinished(() => shop.close());
  return { folder, shop, owner: await shop.signIn('owner', 'Ada') };
}

test('an owner makes a backup, and sees it with its age and size; a packer sees none', async () => {
  const { folder, shop, owner } = await office();
  const empty = await owner.open('/admin/backups');
  expect(empty.text).toContain(`Backups in the folder ${folder}`);
  expect(empty.text).toContain('None yet.');
  const made = await owner.submit('/admin/backups', '/admin/backups');
  expect(made.text).toContain('The backup is complete, and was read back.');
  expect(made.text).toMatch(/shop-[\dT-]+-\d+-rows-hand\.tar\.gz \d+ kB/);
  const [logged] = await shop.services.db.select().from(staffActions);
  expect(logged).toMatchObject({ action: 'backup.make', recordedBy: 'Ada' });
  expect((await owner.open('/admin/log')).text).toContain('backup make shop Ada');
  const packer = await shop.signIn('packer');
  expect((await packer.open('/admin/backups')).status).toBe(403);
});

test('a failed backup gives its reason, and an unreadable place is named', async () => {
  const { folder, owner } = await office();
  await rm(folder, { recursive: true });
  await writeFile(folder, 'a file in its place');
  const failed = await owner.submit('/admin/backups', '/admin/backups');
  expect(failed.text).toContain(folder);
  expect(failed.text).not.toContain('A backup is made');
});

test('the archive is shown with its gaps, and with the cause of a delay', async () => {
  const { shop, owner } = await office();
  const place = {
    from: '2026-11-15T13:05:00.000Z',
    until: '2026-11-28T13:05:00.000Z',
    copiedAt: '2026-11-28T02:00:00.000Z',
    bytes: 52_000_000,
    gaps: [{ from: '2026-11-20T13:05:00.000Z', until: '2026-11-20T14:05:00.000Z' }],
    fault: null,
  };
  const away = { ...place, name: 'the S3 bucket copies', gaps: [], fault: 'It is away.' };
  await writeArchiveState(shop.dataDir, {
    at: '2026-11-28T13:05:00.000Z',
    places: [{ ...place, name: 'this machine' }],
    waits: 'pgBackRest says: no space left.',
  });
  const one = (await owner.open('/admin/backups')).text;
  expect(one).toContain('This machine');
  expect(one).toContain('52.0 MB');
  expect(one).toMatch(/Missing November 20, 2026 at 2:05 PM to November 20, 2026 at 3:05 PM/);
  expect(one).toContain('Its newest part is not stored yet. pgBackRest says: no space left.');
  expect(one).toContain('The machine and the archive share a disk');
  expect((await owner.open('/admin')).text).toContain('machine and archive share a disk');
  await writeArchiveState(shop.dataDir, {
    at: '2026-11-28T13:05:00.000Z',
    places: [{ ...place, name: 'this machine' }, away],
    waits: null,
  });
  const two = (await owner.open('/admin/backups')).text;
  expect(two).toContain('The S3 bucket copies stopped');
  expect(two).toContain('It is away.');
  expect(two).not.toContain('share a disk');
  expect((await owner.open('/admin')).text).not.toContain('share a disk');
});
