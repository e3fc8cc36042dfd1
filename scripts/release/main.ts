import { join, resolve } from 'node:path';
import { number } from '#domain/words.ts';
import { step } from '#process/console.ts';
import { root } from '#process/root.ts';
import { defineCommand, task } from '#scripts/command-line.ts';

/** npm run release */
export const command = defineCommand({
  name: 'release',
  tasks: {
    '': task({
      options: {
        into: {
          value: 'FOLDER',
          help: 'the folder for the archive and SHA256SUMS; by default .release/. It may hold archives of other systems',
        },
        key: {
          value: 'FILE',
          help: 'the private key that signs the checksums. Without it there is no signature, and no machine accepts the release',
        },
        sums: {
          help: 'makes no archive: writes and signs the checksums of the archives in the folder, which several machines may have made',
        },
        'new-key': {
          value: 'FILE',
          help: 'makes a key pair instead: the private half into this new file, the public half into .github/release-key.pem. Commit that; keep the file out of the repository',
        },
      },
      help: 'Makes the archive of a version for this system: its programs with their packages, for turare update. The version is that of the commit, and everything must be committed. The same commit gives the same archive.',
      does: ({ options: { into, key, sums, 'new-key': newKey } }) => {
        if ([into, key, newKey].includes('')) throw new Error('An option names no file or folder');
        if (newKey !== undefined) {
          if (into !== undefined || key !== undefined || sums)
            throw new Error('--new-key goes alone');
          return () => writeKeys(resolve(newKey));
        }
        if (sums && key === undefined) throw new Error('--sums needs --key');
        const folder = into === undefined ? join(root, '.release') : resolve(into);
        return () => release(folder, key, sums);
      },
    }),
  },
  about: '.github/SECURITY.md says which versions are supported, and how the key is kept.',
});

async function release(folder: string, keyFile: string | undefined, sumsAlone: boolean) {
  const { readKeyFile, writeSums } = await import('./sums.ts');
  // An unreadable key is reported before the minute that the packages take.
  const key = keyFile === undefined ? undefined : await readKeyFile(resolve(keyFile));
  if (!sumsAlone) await archive(folder);
  await writeSums(folder, key);
  console.log(
    `${folder} has the checksums${key ? ' and their signature' : ', without a signature'}.`,
  );
}

async function archive(folder: string): Promise<void> {
  const { makeArchive } = await import('./archive.ts');
  const made = await step('Making a release', (say) => makeArchive(folder, say));
  const megabytes = (bytes: number) => `${number(Math.round(bytes / 1e6))} MB`;
  console.log(
    `${made.file}: version ${made.version}, ${megabytes(made.packed)}; unpacked ${megabytes(made.unpacked)}, including ${megabytes(made.packages)} of packages.`,
  );
}

async function writeKeys(file: string): Promise<void> {
  const { newKeys } = await import('#machine/release/signature.ts');
  const { KEY_IN_REPOSITORY } = await import('./archive.ts');
  const { makeKeys } = await import('./sums.ts');
  await makeKeys(file, newKeys());
  console.log(`${file} has the private half. Keep it where backups are, and nowhere public.`);
  console.log(`${KEY_IN_REPOSITORY} has the public half. Commit it before the next release.`);
}

if (import.meta.main) await command.run();
