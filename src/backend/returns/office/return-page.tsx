/** @jsxImportSource hono/jsx */
import { and, asc, eq, ne } from 'drizzle-orm';
import { readNaira } from '#backend/base/amounts.ts';
import { type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { WithEvents } from '#backend/events/events.ts';
import { amountOf } from '#backend/mail/amount.ts';
import { ORDERS, orderPath } from '#backend/office/addresses.ts';
import { Button, Field, Form, NairaField, Select, TextArea } from '#backend/office/frame/Form.tsx';
import type { FormRequest, PageRequest } from '#backend/office/frame/page-request.ts';
import { Facts, List, Panel, Row, Time } from '#backend/office/frame/parts.tsx';
import {
  type Action,
  defineAction,
  definePage,
  done,
  type Page,
} from '#backend/office/frame/routes.ts';
import { orderItems } from '#backend/orders/tables.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import { moneyOf } from '#backend/refunds/money.ts';
import { forReturn } from '#backend/refunds/purpose.ts';
import type { Refunds } from '#backend/refunds/refunds.ts';
import { refunds } from '#backend/refunds/tables.ts';
import { refundWords } from '#backend/refunds/words.ts';
import { answerReturn, endReturn, receiveReturn } from '#backend/returns/deciding.ts';
import type { Exchange } from '#backend/returns/exchanging.ts';
import { type ReturnRow, returnLines, returnPictures, returns } from '#backend/returns/tables.ts';
import { returnState } from '#backend/returns/view.ts';
import { may } from '#backend/staff/actor.ts';
import { toNaira } from '#domain/money/money.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { LONGEST_RETURN_TEXT, RETURN_REASONS, RETURN_WISHES } from '#domain/returns/rules.ts';

/** The services behind the page. */
export interface ReturnServices extends WithEvents {
  refunds: Pick<Refunds, 'refund'>;
  checkout: { exchange(id: number, exchange: Exchange): Promise<Result<string, StaffCode>> };
}

const PATH = `${ORDERS}/:id/returns/:return`;
export const returnPath = (order: string, id: number | string) =>
  `${orderPath(order)}/returns/${id}`;
const naira = (kobo: number) => amountOf(kobo, 'NGN');

/** The words about the state of a return, for staff. */
export const RETURN_STATES = {
  asked: 'to answer',
  accepted: 'accepted, on its way back',
  refused: 'refused',
  received: 'received, to settle',
  ended: 'settled',
} as const;

/** Returns the return of an address; undefined if it is not one of the order's. */
async function rowOf(request: PageRequest): Promise<ReturnRow | undefined> {
  const id = request.param('return');
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const own = and(eq(returns.id, Number(id)), eq(returns.orderId, request.param('id')));
  return (await request.db.select().from(returns).where(own))[0];
}

/**
 * The most kobo that go back for a return: its goods with their part of the delivery, less what an exchange has
 * used.
 */
const mostOf = ({ goodsKobo, feeKobo, exchangeKobo }: ReturnRow) =>
  (goodsKobo ?? 0) + (feeKobo ?? 0) - exchangeKobo;

/** The sum that the form proposes: the delivery goes back only if the shop is at fault, and sends nothing else. */
const proposed = (row: ReturnRow) =>
  mostOf(row) - (RETURN_REASONS[row.reason].atFault && !row.exchangeId ? 0 : (row.feeKobo ?? 0));

const linesOf = ({ db }: Pick<PageRequest, 'db'>, id: number) =>
  db
    .select({ line: returnLines, item: orderItems })
    .from(returnLines)
    .innerJoin(
      orderItems,
      and(
        eq(orderItems.orderId, returnLines.orderId),
        eq(orderItems.position, returnLines.position),
      ),
    )
    .where(eq(returnLines.returnId, id))
    .orderBy(asc(returnLines.position));

/** The page of a return: what she asks for, and the next step of staff. */
export const returnPage = definePage({
  path: PATH,
  role: 'packer',
  async view(request) {
    const order = request.param('id');
    const row = await rowOf(request);
    const number = orderNumber(order);
    const view = {
      title: `Return of order #${number}`,
      back: { path: orderPath(order), name: `Order #${number}` },
    };
    if (!row) return { ...view, status: 404, body: <p>This address names no return.</p> };
    const paidBack = and(eq(refunds.returnId, row.id), ne(refunds.status, 'failed'));
    const [lines, refunded, pictures] = await Promise.all([
      linesOf(request, row.id),
      request.db.$count(refunds, paidBack),
      request.db
        .select({ id: returnPictures.id })
        .from(returnPictures)
        .where(eq(returnPictures.returnId, row.id))
        .orderBy(asc(returnPictures.id)),
    ]);
    const state = returnState(row);
    // An exchange for less ends the return, and the rest still goes back.
    const hasRest = state === 'ended' && row.exchangeId !== null && proposed(row) > 0;
    const isOwner = may(request.actor.role, 'owner');
    return {
      ...view,
      body: (
        <>
          <Facts
            rows={[
              ['State', RETURN_STATES[state]],
              ['Asked', <Time at={row.askedAt} />],
              ['Reason', RETURN_REASONS[row.reason].label],
              ['Asks for', RETURN_WISHES[row.wish]],
              ['Seal', row.opened ? 'broken, she says' : 'not broken'],
              ...(row.words ? [['Description', row.words] as const] : []),
              ...(row.answer ? [[`Answer, by ${row.answeredBy}`, row.answer] as const] : []),
              ...(row.receivedAt
                ? [
                    ['Goods', naira(row.goodsKobo ?? 0)] as const,
                    ['Their part of the delivery fee', naira(row.feeKobo ?? 0)] as const,
                  ]
                : []),
            ]}
          />
          <List empty="">
            {lines.map(({ line, item }) => (
              <Row
                title={`${line.quantity} × ${item.name}`}
                under={line.received === null ? item.facts : `${line.received} arrived`}
              />
            ))}
          </List>
          {pictures.length > 0 && (
            <p class="buttons">
              {pictures.map(({ id }, at) => (
                <a href={`${returnPath(order, row.id)}/pictures/${id}`}>
                  <img
                    class="thumb"
                    src={`${returnPath(order, row.id)}/pictures/${id}`}
                    alt={`From the customer, ${at + 1}`}
                    height="120"
                    loading="lazy"
                  />
                </a>
              ))}
            </p>
          )}
          {row.exchangeId && (
            <p>
              <a href={orderPath(row.exchangeId)}>Order #{orderNumber(row.exchangeId)}</a> replaces
              it.
            </p>
          )}
          {state === 'accepted' && <Received request={request} row={row} lines={lines} />}
          {isOwner && (state === 'received' || (hasRest && refunded === 0)) && (
            <Settle request={request} row={row} />
          )}
          {isOwner && state !== 'refused' && state !== 'ended' && (
            <Answer request={request} row={row} accepts={state === 'asked'} />
          )}
          {!isOwner && state !== 'accepted' && <p class="soft">An owner answers and settles it.</p>}
        </>
      ),
    };
  },
});

interface Parts {
  request: PageRequest;
  row: ReturnRow;
}

function Answer({ request, row, accepts }: Parts & { accepts: boolean }) {
  const form = request.form(`${returnPath(row.orderId, row.id)}/answer`);
  return (
    <Panel title={accepts ? 'Your answer' : 'Refuse it after all'}>
      <Form form={form}>
        <TextArea
          form={form}
          name="text"
          label={accepts ? 'What happens next, or why not' : 'Why'}
          hint="The customer reads it in an email and on the page of her order."
          rows={3}
          maxlength={LONGEST_RETURN_TEXT}
          required
        />
        {accepts && (
          <Button name="answer" value="accept">
            Accept the return
          </Button>
        )}
        <Button kind={accepts ? 'quiet' : 'danger'} name="answer" value="refuse">
          Refuse the return
        </Button>
      </Form>
    </Panel>
  );
}

function Received({ request, row, lines }: Parts & { lines: Awaited<ReturnType<typeof linesOf>> }) {
  const form = request.form(`${returnPath(row.orderId, row.id)}/received`);
  return (
    <Panel title="The parcel is here">
      <Form form={form}>
        {lines.map(({ line: { position, quantity }, item }) => (
          <fieldset class="choices">
            <legend>
              {quantity} × {item.name}
            </legend>
            <Field
              form={form}
              name={`restocked-${position}`}
              label="Back into stock"
              inputmode="numeric"
              value="0"
            />
            <Field
              form={form}
              name={`lost-${position}`}
              label="Written off"
              inputmode="numeric"
              value="0"
            />
          </fieldset>
        ))}
        <Button>Record what has arrived</Button>
      </Form>
    </Panel>
  );
}

function Settle({ request, row }: Parts) {
  const path = returnPath(row.orderId, row.id);
  const pay = request.form(`${path}/money`);
  const send = request.form(`${path}/exchange`);
  return (
    <>
      {mostOf(row) > 0 ? (
        <Panel title="Pay it back">
          <Form form={pay}>
            <NairaField
              form={pay}
              name="amount"
              label="Amount"
              value={String(toNaira(proposed(row)))}
              hint={`At most ${naira(mostOf(row))}, with the delivery.`}
              required
            />
            <Button kind="danger" name="how" value="provider">
              Pay it back
            </Button>
            <Button kind="quiet" name="how" value="hand">
              I have paid it by hand
            </Button>
          </Form>
        </Panel>
      ) : (
        <Form form={request.form(`${path}/end`)}>
          <p class="hint">Nothing was paid for these goods.</p>
          <Button kind="quiet">End the return</Button>
        </Form>
      )}
      {row.exchangeId === null && (
        <Panel title="Send other goods">
          <Form form={send}>
            <p class="hint">A new order to the same address, without a delivery fee.</p>
            <Field form={send} name="product" label="Id of the product" required maxlength={200} />
            <Field
              form={send}
              name="quantity"
              label="Units"
              inputmode="numeric"
              value="1"
              required
            />
            <Select
              form={send}
              name="difference"
              label="If it costs more than the returned goods"
              options={[
                ['', 'Nothing more is to pay'],
                ['yes', 'She pays the difference'],
              ]}
            />
            <Button>Order it</Button>
          </Form>
        </Panel>
      )}
    </>
  );
}

/** A picture of the customer, for staff alone. */
export const returnPicture: Page = definePage({
  path: `${PATH}/pictures/:picture`,
  role: 'packer',
  async view(request) {
    const row = await rowOf(request);
    const id = Number(request.param('picture'));
    const [picture] =
      row && Number.isSafeInteger(id)
        ? await request.db
            .select()
            .from(returnPictures)
            .where(and(eq(returnPictures.id, id), eq(returnPictures.returnId, row.id)))
        : [];
    if (!picture) return new Response('There is no such picture.', { status: 404 });
    return new Response(picture.bytes, {
      headers: { 'content-type': picture.mime, 'cache-control': 'private, no-store' },
    });
  },
});

/** Reads a number of units; NaN for anything else. */
const unitsOf = (text: string) => (/^\d{0,4}$/.test(text) ? Number(text) : Number.NaN);

/** Returns the actions of the page. */
export function returnActions({
  refunds: service,
  checkout,
  ...shop
}: ReturnServices): readonly Action[] {
  const action = (
    name: string,
    role: Action['role'],
    perform: (request: FormRequest, row: ReturnRow) => Promise<Result<string, StaffCode>>,
    grave?: Action['grave'],
  ): Action =>
    defineAction({
      path: `${PATH}/${name}`,
      role,
      page: returnPage,
      grave,
      async perform(request) {
        const row = await rowOf(request);
        if (!row) return { refused: refuse('not_found', 'There is no such return.').refusal };
        const answer = await perform(request, row);
        return answer.ok
          ? done(returnPath(row.orderId, row.id), answer.value)
          : { refused: answer.refusal };
      },
    });
  return [
    action('answer', 'owner', (request, row) =>
      answerReturn(shop, row.id, {
        accepts: request.text('answer') === 'accept',
        text: request.text('text'),
        actor: request.actor,
      }),
    ),
    action('received', 'packer', async (request, row) => {
      const back = (await linesOf(request, row.id)).map(({ line: { position } }) => ({
        position,
        restocked: unitsOf(request.text(`restocked-${position}`)),
        writtenOff: unitsOf(request.text(`lost-${position}`)),
      }));
      const wrong = back.find((each) => Number.isNaN(each.restocked + each.writtenOff));
      if (wrong)
        return refuse('invalid', 'Nothing was recorded.', {
          fields: { [`restocked-${wrong.position}`]: 'Write whole numbers.' },
        });
      return receiveReturn(shop, row.id, { back, actor: request.actor });
    }),
    action(
      'money',
      'owner',
      async (request, row) => {
        const amountKobo = readNaira(request.text('amount'));
        if (!amountKobo || amountKobo > mostOf(row)) {
          const amount = `Write an amount of naira, at most ${naira(mostOf(row))}.`;
          return refuse('invalid', 'Nothing was paid back.', { fields: { amount } });
        }
        const refund = {
          amountKobo,
          for: forReturn(row.id),
          key: 'return',
          reason: null,
          actor: request.actor,
          restock: false,
        };
        const paid =
          request.text('how') === 'hand'
            ? await recordByHand(shop, row.orderId, refund)
            : await service.refund(row.orderId, refund);
        return paid.ok ? { ok: true, value: refundWords(paid.value) } : paid;
      },
      async (request) => {
        const { received, remaining } = await moneyOf(request.db, request.param('id'));
        const goes = (received ?? 0) - remaining + (readNaira(request.text('amount')) ?? 0);
        const { CONFIRM_REFUND_KOBO } = request.office.settings;
        return request.text('how') !== 'hand' && goes > CONFIRM_REFUND_KOBO;
      },
    ),
    action('exchange', 'owner', async (request, row) => {
      const quantity = unitsOf(request.text('quantity'));
      if (!(quantity > 0))
        return refuse('invalid', 'Nothing was ordered.', {
          fields: { quantity: 'Write how many you send.' },
        });
      return checkout.exchange(row.id, {
        productId: request.text('product'),
        quantity,
        withDifference: request.text('difference') === 'yes',
        actor: request.actor,
      });
    }),
    action('end', 'owner', ({ actor }, row) => endReturn(shop, row.id, actor)),
  ];
}
