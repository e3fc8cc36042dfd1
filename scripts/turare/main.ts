import { defineCommand } from '#scripts/command-line.ts';
import { status } from './status.ts';
import { update } from './update.ts';

/** turare: the care of an installed shop. /usr/local/bin/turare starts it there, and in the container. */
export const command = defineCommand({
  name: 'turare',
  ownProgram: true,
  tasks: {
    status,
    update,
  },
  about: 'src/server/deployment/going-live.md says when to use which.',
});

if (import.meta.main) await command.run();
