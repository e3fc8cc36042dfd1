import { once } from 'node:events';
import { foldersOf } from '#publisher/release/folders.ts';
import { type PublicationOrder, type PublicationReport, publish } from './publication.ts';

/** What the process of a publication says to the one that began it. */
export type WorkerMessage =
  | { ready: true }
  | { report: PublicationReport }
  /** Why it failed, a line each. */
  | { failure: string };

/** The process of one publication: started with its folder, the site's address and where hosts find the API, ordered by a message. */
async function main(): Promise<void> {
  const [root, siteUrl, apiUrl] = process.argv.slice(2);
  if (!process.send || !root || !siteUrl) {
    throw new Error('This is started by the publisher (npm run publisher).');
  }
  // Without the one that began it no one waits for the outcome.
  process.once('disconnect', () => process.exit(1));
  try {
    const report = await publish(foldersOf(root), { siteUrl, apiUrl: apiUrl || null }, async () => {
      const order = once(process, 'message');
      process.send?.({ ready: true } satisfies WorkerMessage);
      const [message] = await order;
      return message as PublicationOrder;
    });
    process.send({ report } satisfies WorkerMessage);
  } catch (error) {
    process.send({ failure: reasons(error) } satisfies WorkerMessage);
    process.exitCode = 1;
  }
  process.removeAllListeners('disconnect');
  process.disconnect();
}

/** What went wrong and why, a line each; without the places in programs that some libraries put into their words. */
function reasons(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const words = error.message.replace(/\n\s*Stack backtrace:.*$/s, '').trim();
  return error.cause ? `${words}\n${reasons(error.cause)}` : words;
}

await main();
