import type { AdminOrder } from '#backend/order-book/admin-orders.ts';
import { goodsState, moneyState, unitCount } from '#backend/order-book/words.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { plain } from '#domain/words.ts';

/** The widths are fixed, so that each row can be written once it is read. */
const COLUMNS: readonly {
  title: string;
  width: number;
  right?: true;
  cell: (order: AdminOrder) => string;
}[] = [
  { title: 'Number', width: 6, cell: (order) => orderNumber(order.id) },
  { title: 'Placed', width: 16, cell: (order) => lagosTime(order.createdAt) },
  { title: 'Status', width: 10, cell: goodsState },
  { title: 'Money', width: 20, cell: moneyState },
  { title: 'Total', width: 13, right: true, cell: (order) => naira(order.totalKobo) },
  { title: 'Units', width: 5, right: true, cell: (order) => String(unitCount(order)) },
  { title: 'Name', width: 24, cell: (order) => order.fullName },
  { title: 'Going to', width: 28, cell: (order) => order.shippingPlace ?? order.city },
  // It may have left before the database was restored.
  { title: '', width: 7, cell: (order) => (order.rebuiltAt ? 'rebuilt' : '') },
];

const naira = (kobo: number) => formatNaira(toNaira(kobo));

function inColumn(text: string, { width, right }: { width: number; right?: true }): string {
  const signs = [...plain(text)];
  const short = signs.length > width ? `${signs.slice(0, width - 1).join('')}…` : signs.join('');
  const space = ' '.repeat(Math.max(0, width - signs.length));
  return right ? space + short : short + space;
}

const row = (cells: readonly string[]) =>
  `${cells
    .map((cell, at) => inColumn(cell, COLUMNS[at] ?? { width: cell.length }))
    .join('  ')
    .trimEnd()}\n`;

/** Yields the orders as a table, line by line, followed by their number and their sum. */
export async function* orderTable(orders: AsyncIterable<AdminOrder>): AsyncGenerator<string> {
  let count = 0;
  let totalKobo = 0;
  for await (const order of orders) {
    if (count === 0) yield row(COLUMNS.map(({ title }) => title));
    yield row(COLUMNS.map(({ cell }) => cell(order)));
    count++;
    totalKobo += order.totalKobo;
  }
  yield count === 0
    ? 'No orders.\n'
    : `\n${count === 1 ? '1 order' : `${count.toLocaleString('en')} orders`}, ${naira(totalKobo)}\n`;
}
