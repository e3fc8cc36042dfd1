import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Log } from '#backend/base/log.ts';
import { done, type Result, refuse } from '#backend/base/result.ts';
import { inSeconds } from '#backend/db/lease.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import { lockPayment } from '#backend/orders/lock-order.ts';
import { type PaymentRow, payments } from '#backend/orders/payment-tables.ts';
import { type ProviderName, wordsOf } from '#backend/payment-provider/names.ts';
import type { Bank } from '#backend/payment-provider/provider.ts';
import { providerOf } from '#backend/payment-provider/providers.ts';
import { type CatchUpParts, catchUpWith, keepListed } from '#backend/refunds/catching-up.ts';
import { askSoon } from '#backend/refunds/recording.ts';
import { CLAIM_SECONDS } from '#backend/refunds/request.ts';
import { type RefundRow, refunds } from '#backend/refunds/tables.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { RefundAccount } from '#contract/refund-account.ts';
import { toNaira } from '#domain/money/money.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { findLink, isDisputed, newestOf, type Requested } from './links.ts';
import { type RefundAccountRow, refundAccounts } from './tables.ts';

/** The names that one link may look up. */
const MOST_LOOKUPS = 10;
/** The time for which a list of banks is kept. */
const BANKS_MS = 24 * 60 * 60_000;

/** An account as somebody names it: the id of a bank, and ten digits. */
interface Named {
  bank: string;
  number: string;
}

/** The columns of an account that is named now. */
interface Given {
  bank: string;
  lastDigits: string;
  givenAt: SQL;
  claimedUntil: SQL;
}

/** Pays refunds to bank accounts, when the money cannot go back the way it came (decision 55). */
export interface RefundAccounts {
  /** Returns the refund of a link. Refusals: refund_link_ended; unavailable without the provider's list of banks. */
  find(key: string): Promise<Result<RefundAccount>>;
  /** Returns the holder's name of an account. Refusals: also validation_failed, and rate_limited after ten. */
  nameOf(key: string, account: Named): Promise<Result<{ name: string }>>;
  /**
   * Sends the refund of a link to an account. Stores the bank and the last four digits before it asks the provider; the
   * refund's state then says whether it was sent. So it is safe to call again after a lost answer.
   */
  send(key: string, account: Named): Promise<Result<RefundAccount>>;
  /** Returns the banks that take a refund of this provider, by name. */
  banks(provider: ProviderName): Promise<Result<readonly Bank[]>>;
  /** Does the same for an owner. She types the holder's name, which must be the bank's. Refuses what `send` refuses. */
  enter(
    refund: number,
    account: Named & { name: string; actor: Actor },
  ): Promise<Result<string, ErrorCode>>;
}

const ended = () =>
  refuse(
    'refund_link_ended',
    'This link no longer works: the refund was sent, or is being settled in another way. Write to us if your money has not come.',
  );
const unavailable = (message: string) => refuse('unavailable', message);
const sending = () =>
  unavailable('An account is being sent to the provider already. Look again in three minutes.');
const wrongField = (name: keyof Named | 'name', words: string) =>
  refuse('validation_failed', words, { fields: { [name]: words } });

/** Whether the provider may have an account that it has not confirmed. */
const isSending = ({ refund, request }: Requested) =>
  refund.status === 'needs_customer' &&
  request.claimedUntil !== null &&
  request.claimedUntil > new Date();

export function createRefundAccounts(parts: CatchUpParts & { log: Log }): RefundAccounts {
  const { db, providers, log } = parts;
  const lists = new Map<ProviderName, { banks: readonly Bank[]; until: number }>();
  const callsOf = (name: ProviderName) => providerOf(providers, name)?.refunds?.accounts;

  async function banks(provider: ProviderName): Promise<Result<readonly Bank[]>> {
    const known = lists.get(provider);
    if (known && known.until > Date.now()) return done(known.banks);
    const listed = await callsOf(provider)?.banks();
    if (listed?.ok) lists.set(provider, { banks: listed.value, until: Date.now() + BANKS_MS });
    else if (listed) log({ event: 'banks_not_listed', ...listed.refusal });
    const latest = lists.get(provider)?.banks;
    if (latest) return done(latest);
    const { name } = wordsOf(provider);
    return unavailable(`${name} does not list the banks just now. Try again in a minute.`);
  }

  async function paymentOf({ payment }: RefundRow): Promise<PaymentRow> {
    const [row] = await db.select().from(payments).where(eq(payments.reference, payment));
    if (!row) throw new Error('The payment of a refund is gone');
    return row;
  }

  async function view(of: Requested): Promise<Result<RefundAccount>> {
    const { refund, request } = of;
    const state = isSending(of) ? 'sending' : refund.status === 'needs_customer' ? 'open' : 'sent';
    const { bank, lastDigits } = request;
    const listed = state === 'open' ? await banks((await paymentOf(refund)).provider) : done([]);
    if (!listed.ok) return listed;
    return done({
      state,
      order: orderNumber(request.orderId),
      amount: toNaira(refund.amount),
      banks: listed.value.map(({ id, name }) => ({ id, name })),
      account: state !== 'open' && bank && lastDigits ? { bank, lastDigits } : null,
    });
  }

  /** Returns a bank of the list, with the calls about it. */
  async function bankOf(provider: ProviderName, id: string) {
    const listed = await banks(provider);
    if (!listed.ok) return listed;
    const bank = listed.value.find((each) => each.id === id);
    const calls = callsOf(provider);
    return bank && calls
      ? done({ bank, calls })
      : wrongField('bank', 'Choose a bank from the list');
  }

  /** Returns the name of the holder of an account. */
  async function holderOf(
    provider: ProviderName,
    { bank: id, number }: Named,
  ): Promise<Result<string>> {
    const found = await bankOf(provider, id);
    if (!found.ok) return found;
    const { bank, calls } = found.value;
    const holder = await calls.nameOf(bank, number);
    if (holder.ok) return done(holder.value);
    if (holder.refusal.code === 'rejected')
      return wrongField('number', `${bank.name} has no account with this number`);
    log({ event: 'account_not_named', code: holder.refusal.code });
    return unavailable('The bank does not answer just now. Try again in a minute.');
  }

  /**
   * Names an account for a refund: writes it down, asks the provider, and reads the refund's state.
   * @param claim - writes it down under the lock of the payment, and returns its row, or why it cannot.
   */
  async function pay(
    refund: RefundRow,
    { bank: id, number }: Named,
    claim: (transaction: Transaction, given: Given) => Promise<Result<Requested>>,
  ): Promise<Result<Requested>> {
    const payment = await paymentOf(refund);
    const found = await bankOf(payment.provider, id);
    if (!found.ok) return found;
    const { bank, calls } = found.value;
    const { name } = wordsOf(payment.provider);
    const unclear = `It is not known whether ${name} has taken the account. Look again in three minutes: nothing is paid twice.`;
    // The answer to an earlier request may be lost. The refund's state says whether the provider has the account.
    if ((await catchUpWith(parts, payment)) !== null)
      return unavailable(`${name} does not answer just now. Try again in a minute.`);
    const claimed = await transact(db, async (transaction) => {
      await lockPayment(transaction, payment.reference);
      return claim(transaction, {
        bank: bank.name,
        lastDigits: number.slice(-4),
        givenAt: sql`now()`,
        claimedUntil: inSeconds(CLAIM_SECONDS),
      });
    });
    if (!claimed.ok || claimed.value.refund.status !== 'needs_customer') return claimed;
    const { request, refund: own } = claimed.value;
    const { providerId, amount, currency } = own;
    if (providerId === null) return unavailable(unclear);
    const sent = await calls.send({ id: providerId }, bank, number);
    if (sent.ok) {
      const news = { id: providerId, status: sent.value, amount, currency, merchantNote: null };
      await keepListed(parts, payment.reference, [news]);
    } else {
      log({ event: 'refund_not_sent', order: request.orderId, code: sent.refusal.code });
      await catchUpWith(parts, payment);
    }
    const [after] = await db.select().from(refunds).where(eq(refunds.id, own.id));
    if (after && after.status !== 'needs_customer') return done({ refund: after, request });
    if (!sent.ok && sent.refusal.code === 'rejected') {
      await release(request);
      return wrongField('number', `${name} does not pay to this account: ${sent.refusal.message}`);
    }
    await transact(db, (transaction) => askSoon(transaction, own));
    return unavailable(unclear);
  }

  /** Forgets an account that the provider has refused. */
  const release = ({ id, keyHash }: RefundAccountRow) =>
    keyHash === null
      ? db.delete(refundAccounts).where(eq(refundAccounts.id, id))
      : db
          .update(refundAccounts)
          .set({ bank: null, lastDigits: null, givenAt: null, claimedUntil: null })
          .where(eq(refundAccounts.id, id));

  return {
    banks,

    async find(key) {
      const found = await findLink(db, key);
      if (!found) return ended();
      if (!isSending(found)) return view(found);
      await catchUpWith(parts, await paymentOf(found.refund));
      return view((await findLink(db, key)) ?? found);
    },

    async nameOf(key, account) {
      const found = await findLink(db, key);
      if (found?.refund.status !== 'needs_customer') return ended();
      const counted = await db
        .update(refundAccounts)
        .set({ lookups: sql`${refundAccounts.lookups} + 1` })
        .where(
          and(eq(refundAccounts.id, found.request.id), lt(refundAccounts.lookups, MOST_LOOKUPS)),
        )
        .returning({ id: refundAccounts.id });
      if (counted.length === 0)
        return refuse(
          'rate_limited',
          `This link has looked up ${MOST_LOOKUPS} accounts, which is the limit. Write to us, and we will help you.`,
        );
      const holder = await holderOf((await paymentOf(found.refund)).provider, account);
      return holder.ok ? done({ name: holder.value }) : holder;
    },

    async send(key, account) {
      const found = await findLink(db, key);
      if (!found) return ended();
      if (found.refund.status !== 'needs_customer') return view(found);
      const paid = await pay(found.refund, account, async (transaction, given) => {
        const now = await findLink(transaction, key);
        if (!now) return ended();
        if (now.refund.status !== 'needs_customer') return done(now);
        if (isSending(now)) return sending();
        const [request] = await transaction
          .update(refundAccounts)
          .set(given)
          .where(eq(refundAccounts.id, now.request.id))
          .returning();
        return request ? done({ ...now, request }) : ended();
      });
      return paid.ok ? view(paid.value) : paid;
    },

    async enter(id, { actor, name, ...account }) {
      const forbidden = ownersOnly(actor, 'send a refund to a bank account');
      if (forbidden) return forbidden;
      const read = async (from: Pick<typeof db, 'select'>) =>
        (await from.select().from(refunds).where(eq(refunds.id, id)))[0];
      const refund = await read(db);
      const { orderId } = refund ?? {};
      const gone = () => refuse('refund_link_ended', 'This refund needs no account any more.');
      if (!refund || !orderId || refund.status !== 'needs_customer') return gone();
      const holder = await holderOf((await paymentOf(refund)).provider, account);
      if (!holder.ok) return holder;
      if (spelling(name) !== spelling(holder.value))
        return wrongField(
          'name',
          `The bank says that the account belongs to ${holder.value}. Compare it with the customer's name, and write it as the bank does.`,
        );
      const paid = await pay(refund, account, async (transaction, given) => {
        const now = await read(transaction);
        if (now?.status !== 'needs_customer') return gone();
        if (await isDisputed(transaction, now)) return gone();
        const last = await newestOf(transaction, id);
        if (last && isSending({ refund: now, request: last })) return sending();
        const [request] = await transaction
          .insert(refundAccounts)
          .values({ ...given, refund: id, orderId, givenBy: actor.name })
          .returning();
        await recordAction(transaction, {
          action: 'order.refund_account',
          subject: orderId,
          recordedBy: actor.name,
        });
        return request ? done({ refund: now, request }) : gone();
      });
      if (!paid.ok) return paid;
      const { bank, lastDigits } = paid.value.request;
      return done(`The refund goes to ${bank}, account ending in ${lastDigits}.`);
    },
  };
}

/** Two spellings of one name are equal without case, accents, marks and the order of its words. */
const spelling = (name: string) =>
  name
    .normalize('NFD')
    .toUpperCase()
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ');
