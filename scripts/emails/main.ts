import { lagosTime } from '#domain/lagos-date.ts';
import { counted, plain } from '#domain/words.ts';
import { print } from '#process/console.ts';
import { BY, type CommandContext, defineCommand, expectDone, task } from '#scripts/command-line.ts';

/** npm run emails */
export const command = defineCommand({
  name: 'emails',
  tasks: {
    list: task({
      help: "lists the emails that could not be delivered, and those that wait for another try, with the mail server's words",
      database: 'reads',
      does: () => list,
    }),
    retry: task({
      words: '[<id>]',
      takes: 'the id of one email, or --all',
      options: { all: { help: 'the same for all of them' }, by: BY },
      help: 'sends an undelivered email again, once the address or the mail server is fixed',
      database: 'writes',
      does: ({ words: [id], options: { all }, actor }) => {
        if ((id === undefined) !== all)
          throw new Error('retry takes the id of one email, or --all');
        return async ({ db }) => {
          const { retryDead } = await import('#backend/emails/undelivered.ts');
          const { length } = expectDone(await retryDead(db, actor, id ?? null));
          console.log(
            length === 0
              ? 'There was nothing to try again.'
              : `${counted(length, 'email')} will be tried again.`,
          );
        };
      },
    }),
  },
  about: 'An email is tried for four days, one with a code until its code has expired.',
});

async function list({ db, settings }: CommandContext): Promise<void> {
  const { undelivered } = await import('#backend/emails/undelivered.ts');
  const { deliveryState } = await import('#backend/order-book/words.ts');
  const found = await undelivered(db);
  if (found.length === 0) {
    return print(['Every email has been delivered, or waits for its first try.\n']);
  }
  return print(
    found.map(
      (email) =>
        `${email.id}\n  ${plain(email.subject)}, to ${plain(email.recipient)}, of ${lagosTime(email.createdAt)}\n  ${deliveryState(email, settings.SMTP_URL !== undefined)}\n`,
    ),
  );
}

if (import.meta.main) await command.run();
