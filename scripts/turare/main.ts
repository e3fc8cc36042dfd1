import { defineCommand } from '#scripts/command-line.ts';
import { archive } from './archive.ts';
import { backup } from './backup.ts';
import { doctor } from './doctor.ts';
import { log } from './log.ts';
import { restore } from './restore.ts';
import { run } from './run.ts';
import { serve } from './serve.ts';
import { status } from './status.ts';
import { uninstall } from './uninstall.ts';
import { update } from './update.ts';

/** turare maintains an installed shop. /usr/local/bin/turare starts it there, and in the container. */
export const command = defineCommand({
  name: 'turare',
  ownProgram: true,
  tasks: {
    status,
    doctor,
    log,
    archive,
    backup,
    restore,
    run,
    serve,
    update,
    uninstall,
  },
  about: 'src/server/deployment/going-live.md says when to use which.',
});

if (import.meta.main) {
  // The words after `run NAME` belong to that command, including options.
  if (process.argv[2] === 'run' && process.argv[4] !== '--') process.argv.splice(4, 0, '--');
  await command.run();
}
