import { once } from 'node:events';
import { asTyped } from '#process/as-typed.ts';
import { foldersOf } from '#publisher/release/folders.ts';
import { type PublicationOrder, type PublicationReport, publish } from './publication.ts';

/** A message from a publication's process to the publisher. */
export type WorkerMessage =
  | { ready: true }
  | { report: PublicationReport }
  /** The reasons, one per line. */
  | { failure: string };

/**
 * Runs one publication. The arguments are its folder, SITE_URL, the API's address for hosts and the release to copy ahead.
 * The order is a message.
 */
async function main(): Promise<void> {
  const [root, siteUrl, apiUrl, copied] = process.argv.slice(2);
  if (!process.send || !root || !siteUrl) {
    throw new Error(`Only the publisher starts this program (${asTyped('publisher')}).`);
  }
  // Without the publisher nobody waits for the result.
  process.once('disconnect', () => process.exit(1));
  try {
    const hosting = { siteUrl, apiUrl: apiUrl || null };
    const report = await publish(foldersOf(root), hosting, {
      copied: copied || undefined,
      async order() {
        const order = once(process, 'message');
        process.send?.({ ready: true } satisfies WorkerMessage);
        const [message] = await order;
        return message as PublicationOrder;
      },
    });
    process.send({ report } satisfies WorkerMessage);
  } catch (error) {
    process.send({ failure: reasons(error) } satisfies WorkerMessage);
    process.exitCode = 1;
  }
  process.removeAllListeners('disconnect');
  process.disconnect();
}

/** Returns the messages of an error and its causes, one per line, without the stack traces that some libraries add. */
function reasons(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const words = error.message.replace(/\n\s*Stack backtrace:.*$/s, '').trim();
  return error.cause ? `${words}\n${reasons(error.cause)}` : words;
}

await main();
