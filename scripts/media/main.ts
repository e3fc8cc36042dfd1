import type { Settings } from '#backend/settings/settings.ts';
import { counted, fileSize, number } from '#domain/words.ts';
import { step } from '#process/console.ts';
import { defineCommand, task } from '#scripts/command-line.ts';

/** npm run media */
export const command = defineCommand({
  name: 'media',
  tasks: {
    check: task({
      help: 'says where the pictures are, and whether this machine can write, read, list and remove there',
      does: () => check,
    }),
    copy: task({
      words: '<s3|folder>',
      takes: 'the place to copy to: s3 or folder',
      help: 'copies the pictures of DATA_DIR into the S3 store of the settings; copy folder brings them back. Run it while the shop sells, change the settings, restart the processes, and run it once more for pictures added since. An interrupted copy continues where it ended',
      does: ({ words: [to] }) => {
        if (to === 's3' || to === 'folder') return () => copy(to);
        throw new Error('copy takes the place to copy to: s3 or folder');
      },
    }),
    unused: task({
      options: { delete: {} },
      help: 'counts the pictures that no product and no order shows; with --delete removes them. Two shops must not share a bucket without a MEDIA_S3_PREFIX of their own: each would remove what the other shows',
      database: 'writes',
      does:
        ({ options: { delete: remove } }) =>
        async ({ db, settings }) => {
          const { openPictures } = await import('#backend/media/objects/open.ts');
          const { sweepUnused } = await import('#backend/media/unused.ts');
          const swept = await sweepUnused(db, openPictures(settings), { remove });
          const { originals, renditions, bytes } = swept;
          const what = `${number(originals)} unused originals and ${number(renditions)} renditions of unused pictures (${fileSize(bytes)})`;
          if (remove) console.log(`Removed ${what}.`);
          else if (originals + renditions === 0) console.log('Every picture is in use.');
          else console.log(`There are ${what}. --delete removes them.`);
        },
    }),
  },
  about:
    'The pictures are in the bucket of MEDIA_S3_BUCKET, and without that setting in the folder media of DATA_DIR.',
});

async function readSettings(): Promise<Settings> {
  const { readShopSettings } = await import('#shop/settings.ts');
  return readShopSettings(process.env).backend;
}

async function check(): Promise<void> {
  const { openPictures } = await import('#backend/media/objects/open.ts');
  const { probeStore } = await import('#backend/media/objects/probe.ts');
  const store = openPictures(await readSettings());
  await probeStore(store);
  console.log(`The pictures are in ${store.name}. It can be written, read and listed.`);
}

async function copy(to: 's3' | 'folder'): Promise<void> {
  const settings = await readSettings();
  if (!settings.MEDIA_S3_BUCKET) {
    throw new Error('There is no S3 store in the settings: set MEDIA_S3_ENDPOINT and the others.');
  }
  const { openPictures } = await import('#backend/media/objects/open.ts');
  const { probeStore } = await import('#backend/media/objects/probe.ts');
  const { copyPictures } = await import('#backend/media/objects/copy.ts');
  const { createFolderStore } = await import('#backend/media/objects/folder-store.ts');
  const folder = createFolderStore(settings.DATA_DIR);
  const bucket = openPictures(settings);
  const [source, target] = to === 's3' ? [folder, bucket] : [bucket, folder];
  await probeStore(target);
  const { copied, there, bytes } = await step(
    `Copying pictures from ${source.name} to ${target.name}`,
    (say) =>
      copyPictures(source, target, (report) =>
        say(`${number(report.copied)} files, ${fileSize(report.bytes)}`),
      ),
  );
  console.log(
    `Copied ${counted(copied, 'file')} (${fileSize(bytes)}). ${counted(there, 'file')} ${there === 1 ? 'was' : 'were'} there already.`,
  );
}

if (import.meta.main) await command.run();
