import { copyPictures } from '#backend/media/objects/copy.ts';
import { createFolderStore } from '#backend/media/objects/folder-store.ts';
import { openPictures } from '#backend/media/objects/open.ts';
import { probeStore } from '#backend/media/objects/probe.ts';
import { sweepUnused } from '#backend/services/pictures/unused.ts';
import type { Settings } from '#backend/settings.ts';
import { counted, number } from '#domain/words.ts';
import { step } from '#process/console.ts';
import { withShopDatabase } from '#shop/database.ts';
import { readShopSettings } from '#shop/settings.ts';
import type { Task } from './arguments.ts';

/** Does the task. Returns the exit code. @throws Error with a sentence to show. */
export async function perform(task: Task): Promise<number> {
  const { backend: settings } = readShopSettings(process.env);
  if (task.command === 'check') await check(settings);
  else if (task.command === 'copy') await copy(settings, task.to);
  else await sweep(settings, task.remove);
  return 0;
}

async function check(settings: Settings): Promise<void> {
  const store = openPictures(settings);
  await probeStore(store);
  console.log(`The pictures are in ${store.name}. It can be written, read and listed.`);
}

async function copy(settings: Settings, to: 's3' | 'folder'): Promise<void> {
  if (!settings.MEDIA_S3_BUCKET) {
    throw new Error('There is no S3 store in the settings: set MEDIA_S3_ENDPOINT and the others.');
  }
  const folder = createFolderStore(settings.DATA_DIR);
  const bucket = openPictures(settings);
  const [source, target] = to === 's3' ? [folder, bucket] : [bucket, folder];
  await probeStore(target);
  const { copied, there, bytes } = await step(
    `Copying pictures from ${source.name} to ${target.name}`,
    (say) =>
      copyPictures(source, target, (report) =>
        say(`${number(report.copied)} files, ${megabytes(report.bytes)}`),
      ),
  );
  console.log(
    `Copied ${counted(copied, 'file')} (${megabytes(bytes)}). ${counted(there, 'file')} ${there === 1 ? 'was' : 'were'} there already.`,
  );
}

async function sweep(settings: Settings, remove: boolean): Promise<void> {
  const { originals, renditions, bytes } = await withShopDatabase(settings, (db) =>
    sweepUnused(db, openPictures(settings), { remove }),
  );
  const what = `${number(originals)} unused originals and ${number(renditions)} renditions of unused pictures (${megabytes(bytes)})`;
  if (remove) console.log(`Removed ${what}.`);
  else if (originals + renditions === 0) console.log('Every picture is in use.');
  else console.log(`There are ${what}. --delete removes them.`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
