import type { LogEntry } from '#backend/base/log.ts';
import type { CommandContext } from './command-line.ts';

/** What services need that ask Paystack, and the problems that they meet. */
export async function partsOf({ db, settings }: CommandContext) {
  const { createPaystack } = await import('#backend/paystack/paystack.ts');
  const problems: LogEntry[] = [];
  const paystack = createPaystack({
    secretKey: settings.PAYSTACK_SECRET_KEY,
    baseUrl: settings.PAYSTACK_URL,
    timeoutMs: settings.PAYSTACK_TIMEOUT_MS,
    pauseMs: settings.PAYSTACK_PAUSE_MS,
    allowedHosts: settings.PAYSTACK_PAGE_HOSTS,
  });
  const log = (entry: LogEntry) => problems.push(entry);
  return { parts: { db, paystack, settings, log }, problems };
}
