import { done } from '#backend/base/result.ts';
import type { WithEvents } from '#backend/events/events.ts';
import type { Outcome } from '#backend/payment-provider/provider.ts';
import type { Providers } from '#backend/payment-provider/providers.ts';
import { keepEvent } from './webhook-events.ts';

/** A dispute that began so long before may have gone on since. The provider lists them by their beginning. */
const DISPUTE_DAYS = 180;

/**
 * Keeps the disputes that the provider has, each as if the webhook of its present state came now. One that is
 * known changes nothing, and one whose payment has no order is known from here on.
 * @param since - what has begun or gone on after this moment may be missing.
 * @throws what the signal says.
 */
export async function keepListedDisputes(
  { providers, ...telling }: WithEvents & { providers: Providers },
  since: Date,
  signal?: AbortSignal,
): Promise<Outcome<null>> {
  const from = new Date(since.getTime() - DISPUTE_DAYS * 24 * 60 * 60_000);
  for (const { name, lists } of providers) {
    const listed = await lists?.disputes(from, { signal });
    if (listed && !listed.ok) return listed;
    for (const event of listed?.value ?? []) await keepEvent(telling, name, event);
  }
  return done(null);
}
