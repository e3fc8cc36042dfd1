/** @jsxImportSource hono/jsx */

import { recordSheet } from '#backend/fulfilment/courier-sheet.ts';
import { ORDERS } from '#backend/office/addresses.ts';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import { definePage } from '#backend/office/frame/routes.ts';
import type { AdminOrder } from '#backend/order-book/admin-orders.ts';
import { toCollect, unitCount } from '#backend/order-book/words.ts';
import { shop } from '#config/shop.ts';
import { arrivalWords } from '#domain/delivery/words.ts';
import { lagosDate } from '#domain/lagos-date.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { extrasOf, listedExtras } from '#domain/orders/order-extras.ts';
import { counted } from '#domain/words.ts';
import { COURIER_SHEET, SLIPS } from './addresses.ts';
import { goingTo, nameOf } from './parts.tsx';
import { PRINT_SCRIPT } from './print.ts';
import { chosenOrders, nothingTicked } from './several.tsx';

/** The kind of paper: a sheet, or the roll of a receipt printer. */
type Paper = 'a4' | '80mm';

const paperOf = ({ query }: PageRequest): Paper => (query.get('paper') === '80mm' ? '80mm' : 'a4');

/** The choice of paper, with advice on printing. */
function PaperChoice({
  request,
  path,
  paper,
}: {
  request: PageRequest;
  path: string;
  paper: Paper;
}) {
  const to = (wanted: Paper) => {
    const query = new URLSearchParams(request.query);
    query.set('paper', wanted);
    return `${path}?${query}`;
  };
  // The address names every order, so the page repeats it as rarely as possible.
  const chip = (wanted: Paper, name: string) =>
    wanted === paper ? (
      <span class="chip" aria-current="true">
        {name}
      </span>
    ) : (
      <a class="chip" href={to(wanted)}>
        {name}
      </a>
    );
  return (
    <>
      <nav class="chips no-print" aria-label="Paper">
        {chip('a4', 'A4')}
        {chip('80mm', '80 mm roll')}
      </nav>
      <button type="button" class="button main no-print" id="print" hidden>
        Print
      </button>
      <noscript>
        <p class="soft no-print">Print it from your browser’s menu: Share or ⋮, then Print.</p>
      </noscript>
    </>
  );
}

const back = { path: ORDERS, name: 'Orders' };

/** Packing slips, one page for each order. The card of a gift follows on the next page. */
export const slipsPage = definePage({
  path: SLIPS,
  role: 'packer',
  async view(request) {
    const orders = await chosenOrders(request);
    if (orders.length === 0) return nothingTicked('Packing slips');
    const paper = paperOf(request);
    return {
      title: counted(orders.length, 'packing slip'),
      back,
      scripts: [PRINT_SCRIPT.path],
      body: (
        <>
          <PaperChoice request={request} path={SLIPS} paper={paper} />
          <div class={`print paper-${paper}`}>
            {orders.map((order) => (
              <>
                <Slip order={order} />
                {order.giftMessage && <GiftCard message={order.giftMessage} />}
              </>
            ))}
          </div>
        </>
      ),
    };
  },
});

/** The giver's message on a separate page, to be cut out. It has nothing else about the order. */
const GiftCard = ({ message }: { message: string }) => (
  <article class="gift-card" aria-label="Gift card">
    <p dir="auto">{message}</p>
    <small class="soft">{shop.name}</small>
  </article>
);

function Slip({ order }: { order: AdminOrder }) {
  const { phone, phoneE164, address, city, state, shippingPlace, delivery } = order;
  return (
    <article class="slip">
      <header>
        <p>{shop.name}</p>
        <h2>Order #{orderNumber(order.id)}</h2>
        <p>{lagosDate(order.createdAt)}</p>
      </header>
      <address>
        <b>{nameOf(order)}</b>
        <br />
        {address}
        <br />
        {[city, state].filter(Boolean).join(', ')}
        <br />
        {phoneE164 ?? phone}
      </address>
      {shippingPlace && <p>Delivery: {shippingPlace}</p>}
      {delivery && <p>{arrivalWords(delivery, shippingPlace ?? '')}</p>}
      <Collect order={order} />
      {order.gift && <p>A gift. No prices and no receipt go into this parcel.</p>}
      {extrasOf(order, listedExtras).map(([label, text]) => (
        <p>
          {label}: {text}
        </p>
      ))}
      {order.rebuiltWithout && <p>Lost: {order.rebuiltWithout}</p>}
      <ul>
        {order.items.map(({ quantity, name, facts, sku }) => (
          <li>
            <b>{quantity} ×</b> {name}
            {facts && <small>{facts}</small>}
            {sku && <small>SKU {sku}</small>}
          </li>
        ))}
      </ul>
      {/* A line may stand for several products that are no longer known. */}
      {!order.rebuiltWithout && <p>{counted(unitCount(order), 'unit')} in this parcel</p>}
      <footer>
        {shop.address.join(', ')}, {shop.phone.label}
      </footer>
    </article>
  );
}

/** The sum that the courier has to collect at the door, on every paper of the parcel. */
const Collect = ({ order }: { order: AdminOrder }) =>
  toCollect(order) > 0 && (
    <p>
      <b>Collect {formatNaira(toNaira(toCollect(order)))}</b>
    </p>
  );

/** The courier's list: the destination of each parcel, and room for a name. */
export const courierSheetPage = definePage({
  path: COURIER_SHEET,
  role: 'packer',
  async view(request) {
    const orders = await chosenOrders(request);
    if (orders.length === 0) return nothingTicked('Sheet for the courier');
    await recordSheet(
      request.db,
      request.actor,
      orders.map(({ id }) => id),
    );
    const paper = paperOf(request);
    const today = lagosDate(new Date());
    return {
      title: 'Sheet for the courier',
      back,
      scripts: [PRINT_SCRIPT.path],
      body: (
        <>
          <PaperChoice request={request} path={COURIER_SHEET} paper={paper} />
          <div class={`print paper-${paper}`}>
            <p>
              {shop.name}, {shop.phone.label}: {counted(orders.length, 'parcel')}, {today}
            </p>
            <section class="wide-table" tabindex={0} aria-label="Parcels">
              <table class="sheet">
                <thead>
                  <tr>
                    <th scope="col">Order</th>
                    <th scope="col">To</th>
                    <th scope="col">Address</th>
                    <th scope="col">Phone</th>
                    <th scope="col">Taken by</th>
                  </tr>
                </thead>
                <tbody>
                  {orders.map((order) => (
                    <Parcel order={order} />
                  ))}
                </tbody>
              </table>
            </section>
          </div>
        </>
      ),
    };
  },
});

function Parcel({ order }: { order: AdminOrder }) {
  const tracking = order.steps.findLast(({ step }) => step === 'shipped')?.trackingNumber;
  return (
    <tr>
      <th scope="row">
        #{orderNumber(order.id)} {tracking && <small>{tracking}</small>}
      </th>
      <td>{nameOf(order)}</td>
      <td>
        {order.address}, {[order.city, order.state].filter(Boolean).join(', ')}{' '}
        <small>
          {goingTo(order)}, {counted(unitCount(order), 'unit')}
        </small>
        <Collect order={order} />
      </td>
      <td>{order.phoneE164 ?? order.phone}</td>
      <td class="sign"></td>
    </tr>
  );
}
