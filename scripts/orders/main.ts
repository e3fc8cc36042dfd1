import { readNaira } from '#backend/base/amounts.ts';
import { done, type Refusal, type Result, type StaffCode } from '#backend/base/result.ts';
import type { WithEvents } from '#backend/events/events.ts';
import { FULFILMENT_STEPS } from '#backend/fulfilment/step-names.ts';
import type { StepRequest } from '#backend/fulfilment/steps.ts';
import { stepWords } from '#backend/fulfilment/words.ts';
import type { AdminOrder } from '#backend/order-book/admin-orders.ts';
import { ADMIN_STATUSES } from '#backend/order-book/filter.ts';
import type { AskParts } from '#backend/payments/asking.ts';
import type { RefundOutcome } from '#backend/refunds/refunds.ts';
import type { Actor } from '#backend/staff/actor.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { plain } from '#domain/words.ts';
import { asTyped, TO_SCREEN } from '#process/as-typed.ts';
import { print } from '#process/console.ts';
import { partsForProviders, tellingOf } from '#scripts/asking-providers.ts';
import { BY, type CommandContext, defineCommand, expectDone, task } from '#scripts/command-line.ts';
import { readFilter, readRefund, readShipment } from './reading.ts';

const ONE = { words: '<order>', takes: 'one order: its id, its payment reference, or its number' };
const STEP = { words: '<order>…', takes: 'one or more orders', database: 'writes' } as const;
const DESPITE = { help: 'although the customer claims the money back' };
const REFUND = {
  words: '<order> [<naira>]',
  takes: 'one order, and an amount in naira if not all of it is paid back',
  options: {
    for: {
      value: 'LINE',
      help: "the purpose: the number of a line from 1, its product's id, delivery or other. The line of a sample ends its code",
    },
    reason: { value: 'TEXT' },
    key: { value: 'TEXT', help: 'makes another refund of the same amount' },
    restock: { help: 'puts all its units back into stock' },
    by: BY,
  },
  database: 'writes',
} as const;
const FILTERS = {
  find: {
    value: 'TEXT',
    help: 'a part of the name, phone, email address or number, or of the name of a product',
  },
  'to-pack': { help: 'paid, and not shipped yet' },
  status: { value: 'STATUS', help: ADMIN_STATUSES.join(', ') },
  day: { value: '2026-11-21', help: 'a day in Lagos on which orders were placed' },
  from: { value: 'DAY', help: 'those of this day and later ones' },
  to: { value: 'DAY', help: 'those of this day and earlier ones' },
} as const;

/** npm run orders */
export const command = defineCommand({
  name: 'orders',
  tasks: {
    list: task({
      options: FILTERS,
      help: 'the orders, newest first',
      database: 'reads',
      does: ({ options }) => {
        const filter = readFilter(options);
        return on(async ({ db }) => {
          const { eachOrder } = await import('#backend/order-book/admin-orders.ts');
          const { orderTable } = await import('./table.ts');
          return print(orderTable(eachOrder(db, filter)));
        });
      },
    }),
    show: task({
      ...ONE,
      help: 'all details of one',
      database: 'reads',
      does: ({ words: [name = ''] }) =>
        onOrder(name, async ({ db, settings }, order) => {
          const { emailsOfOrder } = await import('#backend/order-book/emails-of-order.ts');
          const { notesOf } = await import('#backend/order-book/notes.ts');
          const { orderSheet } = await import('./sheet.ts');
          const { readSampleCodes } = await import('#backend/promotions/sample-codes.ts');
          const emails = await emailsOfOrder(db, order);
          const codes = await readSampleCodes(db, [order.id]);
          const notes = await notesOf(db, [order.id]);
          return print([orderSheet(order, emails, notes, codes, settings.SMTP_URL !== undefined)]);
        }),
    }),
    export: task({
      options: { ...FILTERS, out: { value: 'F' } },
      help: `the orders as CSV for a spreadsheet, one line each, by the same options as list, into the file F or ${TO_SCREEN}`,
      database: 'reads',
      does: ({ options: { out, ...options }, actor }) => {
        const filter = readFilter(options);
        return on(async ({ db }) => {
          const { exportOrders } = await import('#backend/order-book/export.ts');
          const { save } = await import('#scripts/csv/saving.ts');
          const file = await exportOrders(db, filter, actor.name);
          return out === undefined ? print(file) : save(file, out);
        });
      },
    }),
    cancel: task({
      ...ONE,
      options: { by: BY },
      help: 'ends a pending order and releases its units. The provider of its payment is asked first',
      database: 'writes',
      does: ({ words: [name = ''], actor }) =>
        onOrder(name, (context, order) => cancel(context, order, actor)),
    }),
    refund: task({
      ...REFUND,
      help: 'refunds money through the provider of the payment: all that is left, or this amount. The same amount of an order is refunded once, however often you ask',
      does: (given) => {
        const { name, request } = readRefund(given);
        return onOrder(name, async (context, { id, payment }) => {
          const { catchUpWith } = await import('#backend/refunds/catching-up.ts');
          const { createRefunds } = await import('#backend/refunds/refunds.ts');
          const { wordsOf } = await import('#backend/payment-provider/names.ts');
          const { parts } = await partsForProviders(context);
          // The database may be an older one that no API has noticed yet.
          const unheard = payment && (await catchUpWith(parts, payment));
          if (payment && unheard != null)
            throw new Error(
              `${wordsOf(payment.provider).name} must say first what it has paid back: ${unheard}`,
            );
          return tellRefund(await createRefunds(parts).refund(id, request));
        });
      },
    }),
    refunded: task({
      ...REFUND,
      help: 'records a refund that you made without the provider: all that is left, or this amount. Counts like refund',
      does: (given) => {
        const { name, request } = readRefund(given);
        return onOrder(name, async (context, { id }) => {
          const { recordByHand } = await import('#backend/refunds/by-hand.ts');
          return tellRefund(await recordByHand(await tellingOf(context), id, request));
        });
      },
    }),
    code: task({
      words: '<code>',
      takes: 'the code of a sample, as show prints it',
      options: { 'give-back': { help: 'makes it count again, whatever ended it' }, by: BY },
      help: 'ends the code of a sample, and tells its customer',
      database: 'writes',
      does: ({ words: [code = ''], options, actor }) =>
        on(async (context) => {
          const { decideCode } = await import('#backend/order-book/deciding-codes.ts');
          const shop = await tellingOf(context);
          console.log(expectDone(await decideCode(shop, actor, code, !options['give-back'])));
        }),
    }),
    place: task({
      words: '<order> <place>',
      takes: 'one order, and a place as the list of shipping places has it',
      options: { by: BY },
      help: 'sets the place of an order that came without one. Until then it cannot be packed',
      database: 'writes',
      does: ({ words: [name = '', ...place], actor }) =>
        onOrder(name, async ({ db }, { id }) => {
          const { namePlace } = await import('#backend/order-book/naming-place.ts');
          console.log(expectDone(await namePlace(db, id, { place: place.join(' '), actor })));
        }),
    }),
    pack: task({
      ...STEP,
      options: { 'despite-dispute': DESPITE, by: BY },
      help: 'records that the goods are packed',
      does: ({ words, options: { 'despite-dispute': despiteDispute }, actor }) =>
        recordEach(words, { step: 'packed', actor, despiteDispute }),
    }),
    ship: task({
      ...STEP,
      words: '<order>… courier=<name> [tracking=<number>]',
      takes: 'one or more orders and the courier: courier=GIG',
      options: { 'despite-dispute': DESPITE, by: BY },
      help: 'records that the courier has them, and sends the customer an email. Run it again with another courier or tracking number to correct it',
      does: ({ words, options: { 'despite-dispute': despiteDispute }, actor }) => {
        const { names, ...shipment } = readShipment(words);
        return recordEach(names, { step: 'shipped', actor, despiteDispute, ...shipment });
      },
    }),
    deliver: task({
      ...STEP,
      options: { by: BY },
      help: 'records that they have arrived',
      does: ({ words, actor }) => recordEach(words, { step: 'delivered', actor }),
    }),
    collect: task({
      words: '<order> <naira> <name>',
      takes: 'one order, the naira that were collected at the door, and who took them',
      options: { transfer: { help: 'by transfer, not in cash' }, by: BY },
      help: 'records money for an order that is paid on delivery, and that it has arrived',
      database: 'writes',
      does: ({ words: [name = '', naira = '', takenBy = ''], options: { transfer }, actor }) =>
        atDoor(name, async (parts, { id, rest }) => {
          const amountKobo = readNaira(naira);
          if (!amountKobo)
            throw new Error(`'${naira}' is no amount: write it as 12500 or 12500.50`);
          const { recordCollection } = await import('#backend/on-delivery/at-door.ts');
          const how = transfer ? 'transfer' : 'cash';
          const seenKobo = rest?.arrivedKobo ?? 0;
          return recordCollection(parts, id, { amountKobo, how, takenBy, seenKobo, actor });
        }),
    }),
    refuse: task({
      ...ONE,
      options: { by: BY },
      help: 'records that nobody took the parcel: the order is cancelled, and its units are back in stock',
      database: 'writes',
      does: ({ words: [name = ''], actor }) =>
        atDoor(name, async (parts, { id }) => {
          const { recordRefusal } = await import('#backend/on-delivery/at-door.ts');
          const { readSealKeys } = await import('#backend/payments/sealed/keys.ts');
          return recordRefusal(parts, id, { keys: await readSealKeys(parts.settings), actor });
        }),
    }),
    return: task({
      ...STEP,
      options: { restock: {}, by: BY },
      help: 'records that they came back; then refund it',
      does: ({ words, options: { restock }, actor }) =>
        recordEach(words, { step: 'returned', actor, restock }),
    }),
    undo: task({
      ...STEP,
      words: '<step> <order>…',
      takes: 'packed, shipped, delivered or returned, and one or more orders',
      options: {
        reason: { value: 'TEXT', help: 'why, for a customer who knows of it: she gets one email' },
        by: BY,
      },
      help: 'takes back the last step. Within ten minutes the customer notices nothing',
      does: ({ words: [step = '', ...names], options: { reason = null }, actor }) => {
        const which = FULFILMENT_STEPS.find((each) => each === step);
        if (!which)
          throw new Error(`'${step}' is not a step: take one of ${FULFILMENT_STEPS.join(', ')}`);
        return onEach(names, 'taken back', async (shop, id) => {
          const { takeBack } = await import('#backend/order-book/taking-back.ts');
          return takeBack(shop, id, { actor, which, reason });
        });
      },
    }),
    tell: task({
      ...STEP,
      options: { by: BY },
      help: 'tells the customer at once, without the ten minutes in which it can be undone',
      does: ({ words, actor }) =>
        onEach(words, 'told', async ({ db }, id) => {
          const { sendNow } = await import('#backend/order-book/taking-back.ts');
          return sendNow(db, id, actor);
        }),
    }),
  },
  about: '<order>: its id, its payment reference, or its number (the last five characters)',
});

type Work = (context: CommandContext) => Promise<void>;

/** Returns the work, after a warning if the orders are a test's. */
function on(work: Work): Work {
  return (context) => {
    if (context.settings.TEST_PAYMENTS === 'yes') {
      console.error('TEST_PAYMENTS=yes: no payment of these orders is real. Deliver none of them.');
    }
    return work(context);
  };
}

const onOrder = (
  name: string,
  work: (context: CommandContext, order: AdminOrder) => Promise<void>,
): Work =>
  on(async (context) => {
    const { findByName } = await import('#backend/order-book/admin-orders.ts');
    const found = await findByName(context.db, name);
    return work(context, expectDone(found));
  });

/** Records what happened at the door, and makes the transition that it asks for. */
const atDoor = (
  name: string,
  record: (parts: AskParts, order: AdminOrder) => Promise<Result<string, StaffCode>>,
): Work =>
  onOrder(name, async (context, order) => {
    const { createSettlement } = await import('#backend/payments/settlement.ts');
    const { parts } = await partsForProviders(context);
    const words = expectDone(await record(parts, order));
    await createSettlement(parts).ask(order);
    console.log(words);
  });

async function cancel(context: CommandContext, order: AdminOrder, actor: Actor): Promise<void> {
  const { cancelOrder } = await import('#backend/order-book/cancelling.ts');
  const { createSettlement } = await import('#backend/payments/settlement.ts');
  const { parts, problems } = await partsForProviders(context);
  const answer = await cancelOrder(createSettlement(parts), order, actor);
  if (!answer.ok) {
    const why = problems.find(({ event }) => event === 'payment_verify_failed')?.message;
    throw new Error(answer.refusal.message, why === undefined ? undefined : { cause: why });
  }
  console.log(`Order #${orderNumber(order.id)} is cancelled, and its units are back in stock.`);
}

/** The advice for a refused request, by the part that was wrong. */
const INSTEAD = {
  restock: 'Leave out --restock.',
  key: 'Give another --key.',
  dispute: 'To do it anyway, add --despite-dispute.',
  reason: 'Add --reason TEXT.',
} as const;

const refusalWords = ({ message, about }: Refusal<StaffCode>): string =>
  about ? `${plain(message)} ${INSTEAD[about]}` : plain(message);

const recordEach = (names: readonly string[], request: StepRequest): Work =>
  onEach(names, 'recorded', async (shop, id) => {
    const { recordStep } = await import('#backend/fulfilment/steps.ts');
    const outcome = await recordStep(shop, id, request);
    if (!outcome.ok) return outcome;
    const refund =
      request.step === 'returned'
        ? `\nTo pay the money back: ${asTyped('orders', `refund ${id}`)}`
        : '';
    return done(stepWords(outcome.value) + refund);
  });

/**
 * Applies an action to each order, one after the other, and prints the results.
 * @throws Error at the end, when some were refused.
 */
function onEach(
  names: readonly string[],
  participle: string,
  work: (shop: WithEvents, id: string) => Promise<Result<string, StaffCode>>,
): Work {
  const odd = names.find((name) => name.includes('='));
  if (odd !== undefined) throw new Error(`'${odd}' is no order: only ship takes such words`);
  return on(async (context) => {
    const shop = await tellingOf(context);
    const { findByName } = await import('#backend/order-book/admin-orders.ts');
    let refused = 0;
    for (const name of names) {
      const found = await findByName(shop.db, name);
      const outcome = found.ok ? await work(shop, found.value.id) : found;
      if (!outcome.ok) {
        refused++;
        console.error(refusalWords(outcome.refusal));
        continue;
      }
      for (const line of outcome.value.split('\n')) console.log(plain(line));
    }
    if (refused === 0) return;
    throw new Error(
      names.length === 1
        ? `Nothing was ${participle}.`
        : `${refused} of ${names.length} were not ${participle}.`,
    );
  });
}

/** Prints the result of a refund. @throws Error with the sentence of a refusal. */
async function tellRefund(answer: Result<RefundOutcome, StaffCode>): Promise<void> {
  if (!answer.ok) throw new Error(refusalWords(answer.refusal));
  const { refundWords } = await import('#backend/refunds/words.ts');
  const outcome = answer.value;
  const more: Partial<Record<RefundOutcome['kind'], string>> = {
    waits: ' The same command asks at once.',
    known: ' For another refund of the same amount add --key TEXT.',
  };
  console.log(plain(refundWords(outcome)) + (more[outcome.kind] ?? ''));
}

if (import.meta.main) await command.run();
