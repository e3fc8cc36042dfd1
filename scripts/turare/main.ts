import { defineCommand } from '#scripts/command-line.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { run } from './run.ts';
import { serve } from './serve.ts';
import { status } from './status.ts';
import { update } from './update.ts';

/** turare: the care of an installed shop. /usr/local/bin/turare starts it there, and in the container. */
export const command = defineCommand({
  name: 'turare',
  ownProgram: true,
  tasks: {
    status,
    backup,
    restore,
    run,
    serve,
    update,
  },
  about: "The page 'Going live' of the shop says when to use which.",
});

if (import.meta.main) await command.run();
