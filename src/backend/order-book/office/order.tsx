/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx';
import { latestCouriers } from '#backend/fulfilment/couriers.ts';
import { ORDERS, orderPath } from '#backend/office/addresses.ts';
import { Button, Form, RefusalWords } from '#backend/office/frame/Form.tsx';
import { NoMailServer } from '#backend/office/frame/NoMailServer.tsx';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import { Facts, List, Money, Panel, Row, Time } from '#backend/office/frame/parts.tsx';
import { definePage } from '#backend/office/frame/routes.ts';
import { type AdminOrder, nextToPack, orderById } from '#backend/order-book/admin-orders.ts';
import { emailsOfOrder } from '#backend/order-book/emails-of-order.ts';
import { notesOf } from '#backend/order-book/notes.ts';
import { type CustomerPlace, placeOf } from '#backend/order-book/of-customer.ts';
import { codeWords } from '#backend/order-book/words.ts';
import { deliveryCheck } from '#backend/orders/delivery.ts';
import { receivedWords } from '#backend/orders/merchant-emails.ts';
import { isOwnAccount } from '#backend/orders/payment-tables.ts';
import { wordsOf } from '#backend/payment-provider/names.ts';
import { type KeptSampleCode, readSampleCodes } from '#backend/promotions/sample-codes.ts';
import { RETURN_STATES, returnPath } from '#backend/returns/office/return-row.ts';
import { returnState } from '#backend/returns/view.ts';
import { listShippingPlaces } from '#backend/shipping/places.ts';
import { actionsOn } from '#backend/staff/actions.ts';
import { may } from '#backend/staff/actor.ts';
import { arrivalWords } from '#domain/delivery/words.ts';
import { campaignText } from '#domain/orders/campaign.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { extrasOf } from '#domain/orders/order-extras.ts';
import { keptRows } from '#domain/orders/sums.ts';
import { WAYS } from '#domain/payments/ways.ts';
import { RETURN_REASONS } from '#domain/returns/rules.ts';
import { ordinal } from '#domain/words.ts';
import { actionPath, COURIER_SHEET, type OrderAction, SLIPS, withOrders } from './addresses.ts';
import { MoneyForms, NoteForm } from './money-forms.tsx';
import {
  nameOf,
  phoneOfBuyer,
  readySentence,
  Standing,
  smallPicture,
  whatsAppAddress,
} from './parts.tsx';
import { StepForms } from './step-forms.tsx';
import { Timeline } from './timeline.tsx';
import { UndoForms } from './undo-forms.tsx';
import { queryOf } from './views.ts';

/** The page of an order: its tasks, contents, recipient and history. */
export const orderPage = definePage({
  path: `${ORDERS}/:id`,
  role: 'packer',
  async view(request) {
    const { db } = request;
    const order = await orderById(db, request.param('id'));
    if (!order)
      return {
        title: 'No such order',
        status: 404,
        back: { path: ORDERS, name: 'Orders' },
        body: <p>There is no order at this address. It may have a typing error.</p>,
      };
    const [notes, actions, emails, couriers, next, codes, places, place] = await Promise.all([
      notesOf(db, [order.id]),
      actionsOn(db, order.id),
      emailsOfOrder(db, order),
      latestCouriers(db),
      nextToPack(db, order.id),
      readSampleCodes(db, [order.id]),
      order.placeMissing ? listShippingPlaces(db) : [],
      placeOf(db, order.id),
    ]);
    return {
      title: `Order #${orderNumber(order.id)}`,
      back: { path: ORDERS, name: 'Orders' },
      body: (
        <>
          <p class="standing">
            <Standing order={order} /> <Money kobo={order.totalKobo} />{' '}
            <span>
              placed <Time at={order.createdAt} />
            </span>
          </p>
          {order.remark && <p class="notice">{order.remark}</p>}
          {order.rebuiltAt && (
            <p class="notice">
              Rebuilt, <Time at={order.rebuiltAt} />, because the database did not have it. Check
              whether it was packed before.{' '}
              {order.rebuiltWithout && ` Lost: ${order.rebuiltWithout}.`}
            </p>
          )}
          <FarRefusal request={request} order={order} />
          <div class="columns">
            <div class="stack">
              <Asked order={order} />
              <Returned order={order} />
              <StepForms request={request} order={order} couriers={couriers} places={places} />
              <UndoForms request={request} order={order} actions={actions} emails={emails} />
              {next && (
                <p>
                  <a class="next" href={orderPath(next.id)}>
                    Next to go out: #{orderNumber(next.id)} {nameOf(next)}
                  </a>
                </p>
              )}
              <Items order={order} codes={codes} request={request} />
              <Panel title="History">
                <Timeline
                  order={order}
                  notes={notes}
                  actions={actions}
                  emails={emails}
                  mails={request.office.settings.SMTP_URL !== undefined}
                />
                {!request.office.settings.SMTP_URL && <NoMailServer />}
                <NoteForm request={request} order={order} />
              </Panel>
            </div>
            <div class="stack">
              <Customer order={order} place={place} />
              <Payment order={order} request={request} />
              <p class="soft">
                <a href={withOrders(SLIPS, [order.id])}>Packing slip</a> ·{' '}
                <a href={withOrders(COURIER_SHEET, [order.id])}>Sheet for the courier</a>
              </p>
            </div>
          </div>
        </>
      ),
    };
  },
});

/** The actions whose forms are at the top of the page, where their faults are seen. */
const NEAR: readonly OrderAction[] = ['place', 'packed', 'shipped', 'delivered', 'undo'];

/** The refusal of a form that is further down or gone, with a link to each field. */
function FarRefusal({ request, order }: { request: PageRequest; order: AdminOrder }) {
  const { returned } = request;
  if (!returned) return null;
  // The form has left the page, because somebody else has taken the step, or taken it back.
  const { code, about } = returned.refusal;
  const isGone = code === 'conflict' && about === undefined;
  if (!isGone && NEAR.some((action) => returned.action === actionPath(order.id, action)))
    return null;
  const form = request.form(returned.action);
  return (
    <div class="errors">
      <RefusalWords form={form} refusal={returned.refusal} />
    </div>
  );
}

/** The shopper's requests. They come before the buttons, because the rest is far below on a phone. */
function Asked({ order }: { order: AdminOrder }) {
  const rows = extrasOf(order);
  return (
    rows.length > 0 && (
      <Panel title="From the customer">
        <Facts rows={rows} />
      </Panel>
    )
  );
}

/** The returns of an order, each with a link to its page. */
const Returned = ({ order }: { order: AdminOrder }) =>
  order.returns.length > 0 && (
    <Panel title="Returns">
      <List empty="">
        {order.returns.map((row) => (
          <Row
            href={returnPath(order.id, row.id)}
            title={RETURN_REASONS[row.reason].label}
            under={
              <>
                {RETURN_STATES[returnState(row)]}, <Time at={row.askedAt} />
              </>
            }
          />
        ))}
      </List>
    </Panel>
  );

/** Its lines, amounts, and codes from samples. An owner can end a code or give it back until it is used or past. */
const Items = ({
  order,
  codes,
  request,
}: {
  order: AdminOrder;
  codes: readonly KeptSampleCode[];
  request: PageRequest;
}) => (
  <Panel title="Items">
    <ul class="list">
      {order.items.map(({ name, facts, image, quantity, priceKobo }) => (
        <li class="row">
          <div class="with-icon">
            {image && (
              <img
                class="thumb"
                src={smallPicture(image)}
                alt=""
                width="56"
                height="70"
                loading="lazy"
              />
            )}
            <div class="row-text">
              <b>{quantity} ×</b> {name}
              {facts && <p>{facts}</p>}
            </div>
          </div>{' '}
          <Money kobo={priceKobo * quantity} />
        </li>
      ))}
      {keptRows(order, {
        fee: `Delivery${order.shippingPlace ? ` to ${order.shippingPlace}` : ''}`,
        total: 'Total',
      }).map(({ is, label, kobo }) => (
        <li class="row">
          {is === 'total' ? <b>{label}</b> : <span>{label}</span>} <Money kobo={kobo} />
        </li>
      ))}
    </ul>
    {codes.map((each) => (
      <Form form={request.form(actionPath(order.id, 'code'))}>
        Code of the sample: {codeWords(order, each)}{' '}
        {may(request.actor.role, 'owner') && !each.used && !each.past && (
          <Button kind="quiet" name={each.endedBy ? 'give-back' : 'end'} value={each.code}>
            {each.endedBy ? 'Give it back' : 'End this code'}
          </Button>
        )}
      </Form>
    ))}
  </Panel>
);

function Customer({ order, place }: { order: AdminOrder; place: CustomerPlace }) {
  const { phone, phoneE164, address, city, state, shippingPlace, delivery, email } = order;
  const whatsApp = whatsAppAddress(order);
  const ready = readySentence(order);
  const called = phoneOfBuyer(order);
  const rows: [string, Child][] = [
    [order.buyerName ? 'Receiver' : 'Name', nameOf(order)],
    ['Address', [address, [city, state].filter(Boolean).join(', ')].filter(Boolean).join(', ')],
    ['Phone', phoneE164 ?? (phone ? `${phone} (cannot be read as a number: check it)` : 'erased')],
    ['Email', email ? <a href={`mailto:${email}`}>{email}</a> : 'erased'],
    [
      'Orders',
      <>
        {place.nth === null ? 'this one does not count' : `${ordinal(place.nth)} of this customer`}
        {place.all > 1 && (
          <>
            , <a href={ORDERS + queryOf({ of: order.id })}>see all {place.all}</a>
          </>
        )}
      </>,
    ],
    ['Delivery', shippingPlace ?? 'no place was chosen'],
  ];
  if (delivery) rows.push(['Promised', arrivalWords(delivery, shippingPlace ?? '')]);
  const check = deliveryCheck(order);
  if (check) rows.push(['Check', check]);
  return (
    <Panel title="Customer">
      <Facts rows={rows} />
      {phone && (
        <p class="buttons">
          <a
            class="button quiet"
            href={`tel:${called.phoneE164 ?? called.phone.replace(/[^\d+]/g, '')}`}
          >
            {order.buyerPhone ? 'Call the buyer' : 'Call'}
          </a>
          {whatsApp && (
            <a class="button quiet" href={whatsApp} rel="noreferrer">
              WhatsApp
            </a>
          )}
          {whatsApp && ready && (
            <a class="button quiet" href={whatsAppAddress(order, ready[1]) ?? ''} rel="noreferrer">
              WhatsApp: {ready[0]}
            </a>
          )}
        </p>
      )}
    </Panel>
  );
}

function Payment({ order, request }: { order: AdminOrder; request: PageRequest }) {
  const { paidAt, payment, money, campaign } = order;
  const payer = [
    payment?.payer?.first_name,
    payment?.payer?.last_name,
    payment?.payer?.email,
  ].filter(Boolean);
  const rows: (readonly [string, Child])[] = [['Reference', payment?.reference ?? order.reference]];
  const way = (order.rest ?? payment)?.way;
  if (way && WAYS[way].leads === 'site') rows.push(['Way to pay', WAYS[way].name]);
  const account = payment?.account;
  if (account && !paidAt) {
    const end = new Date(account.expiresAt);
    rows.push([end > new Date() ? 'Account, until' : 'Account, ended', <Time at={end} />]);
    rows.push(['Account number', `${account.number}, ${account.bank}`]);
  }
  if (paidAt) rows.push(['Paid', <Time at={paidAt} />]);
  if (money.received !== null) rows.push(['Received', receivedWords(money)]);
  if (payment?.channel) rows.push(['By', payment.channel.replaceAll('_', ' ')]);
  if (payment?.providerId)
    rows.push([
      isOwnAccount(payment) ? 'Session ID' : `${wordsOf(payment.provider).name} transaction`,
      payment.providerId,
    ]);
  if (payer.length > 0) rows.push(['Paid by', payer.join(' ')]);
  const came = campaignText(campaign ?? {});
  if (came) rows.push(['Came from', came]);
  return (
    <Panel title="Payment">
      <Facts rows={rows} />
      <MoneyForms request={request} order={order} />
    </Panel>
  );
}
