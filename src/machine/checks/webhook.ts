import { and, gt, lt, ne, type SQLWrapper, sql } from 'drizzle-orm';
import { orders, webhookEvents } from '#backend/orders/tables.ts';
import { wordsOf } from '#backend/payment-provider/names.ts';
import type { PaymentProvider, TestNews } from '#backend/payment-provider/provider.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { counted } from '#domain/words.ts';
import { reasonOf } from '#machine/status/readiness.ts';
import { type Check, fault, note, well } from './check.ts';

const LIMIT_MS = 20_000;
/** Sends a message as the provider signs it to the address that the provider uses, and one with a wrong signature. */
export const ownWebhook = ({ name: provider }: PaymentProvider, news: TestNews): Check => ({
  name: 'webhook',
  async look({ settings: { SITE_URL } }) {
    const { name } = wordsOf(provider);
    const url = SITE_URL + news.path;
    const send = async (signature: TestNews['signed']) => {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/json', ...signature },
        body: news.body,
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      const text = await answer.text();
      return { status: answer.status, taken: answer.ok && text.includes('"received":true') };
    };
    try {
      const ours = await send(news.signed);
      if (ours.status === 401)
        return fault(
          `The shop at ${SITE_URL} refuses a message that is signed with ${news.setting}: it runs with another key.`,
          'Restart the processes of the API, so that they read the settings again.',
        );
      if (!ours.taken)
        return fault(
          `${url} answers ${ours.status} to a message as ${name} sends it.`,
          'Everything in front of the shop must forward POST to /api/: check nginx on this machine, or the CDN.',
        );
      const forged = await send(news.forged);
      if (forged.status !== 401)
        return fault(
          `${url} answers ${forged.status} to a message with a wrong signature, and not 401.`,
          'Something other than the shop answers there: check what forwards this address.',
        );
      return well(
        `Our own message, as ${name} sends it, arrives by the public address, and a forged one is refused.`,
      );
    } catch (error) {
      return fault(
        `${SITE_URL} does not answer. ${reasonOf(error)}`,
        'Check that nginx runs and that the ports 80 and 443 are open. Check DNS and the certificate below.',
      );
    }
  },
});

const DAYS = 7;

/** When the provider was heard last. Orders are paid without its messages, too, but later: the shop then has to ask. */
export const lastWebhook = ({ name: provider }: PaymentProvider, news: TestNews): Check => ({
  name: 'last webhook',
  async look({ database }) {
    const { name } = wordsOf(provider);
    const db = await database();
    const isOfProvider = (reference: SQLWrapper) =>
      sql`exists (select from payments p where p.reference = ${reference} and p.provider = ${provider})`;
    const [last] = await db
      .select({
        at: sql<Date | null>`max(${webhookEvents.receivedAt})`.mapWith(webhookEvents.receivedAt),
      })
      .from(webhookEvents)
      .where(and(ne(webhookEvents.event, news.event), isOfProvider(webhookEvents.reference)));
    const heard = sql`exists (select from ${webhookEvents} where ${webhookEvents.reference} = ${orders.reference})`;
    const [paid] = await db
      .select({
        all: sql<number>`count(*)::int`,
        heard: sql<number>`(count(*) filter (where ${heard}))::int`,
      })
      .from(orders)
      .where(
        and(
          gt(orders.paidAt, sql`now() - ${DAYS}::int * interval '1 day'`),
          lt(orders.paidAt, sql`now() - interval '1 hour'`),
          isOfProvider(orders.reference),
        ),
      );
    if (paid && paid.all > 0 && paid.heard === 0)
      return fault(
        `${name} has sent no message about the ${counted(paid.all, 'order')} that were paid in the last ${DAYS} days.`,
        news.fix,
      );
    if (!last?.at) return note(`${name} has not sent a message yet.`, news.fix);
    return well(`The last message of ${name} came on ${lagosTime(last.at)}.`);
  },
});
