import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { json, text } from 'node:stream/consumers';

/**
 * A backend of your own, as short as possible: a catalogue, guests who buy, and a page in place of your payment
 * provider. It has no accounts, order pages or reviews: the conformance check says what the site does without them. It
 * keeps everything in memory. Copy it: it imports nothing from this project. Elsewhere it needs Node 22.18 or newer;
 * `npx node` here runs the one that the packages bring.
 *
 *   npx node src/contract/example/main.ts
 *   npm run conformance -- http://127.0.0.1:4330
 *   API_URL=http://127.0.0.1:4330 PUBLIC_PAYMENT_HOSTS=127.0.0.1:4330 npm run build
 */

interface Product {
  id: string;
  name: string;
  /** Naira. */
  price: number;
  description: string;
  tags: string[];
  category: string;
  images: string[];
  qtyAvailable: number;
  soldCount: number;
  createdAt: string;
}

interface Line {
  productId: string;
  price: number;
  quantity: number;
}

interface Payment {
  status: 'pending' | 'paid';
  lines: Line[];
  email: string;
  amount: number;
  fullName: string;
  phone: string;
  paidAt?: string;
  /** The page of the site to which the provider returns. */
  returnTo: string;
}

const row = (id: string, name: string, price: number, category: string, day: number): Product => ({
  id,
  name,
  price,
  category,
  description: `${name}, for an evening in Lagos.`,
  tags: ['evening', category.toLowerCase()],
  images: [],
  qtyAvailable: 20,
  soldCount: 0,
  createdAt: new Date(Date.UTC(2026, 5, day)).toISOString(),
});

/** The shop's products. Yours come from a database. */
const PRODUCTS = [
  row('amber-night', 'Example Amber Night', 45_000, 'Arabian', 1),
  row('blue-harbour', 'Example Blue Harbour', 38_500, 'Designer', 2),
  row('white-musk', 'Example White Musk', 21_000, 'Oils', 3),
];
const PLACES = [{ place: 'Lagos, Ikeja', amount: 3000 }];
const PAGE = 50;

/** A refusal. Shoppers read its message. */
class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Comparisons of products by the fields of `sortBy`. */
const ORDERS: Record<string, (a: Product, b: Product) => number> = {
  createdAt: (a, b) => a.createdAt.localeCompare(b.createdAt),
  name: (a, b) => a.name.localeCompare(b.name),
  price: (a, b) => a.price - b.price,
  soldCount: (a, b) => a.soldCount - b.soldCount,
};

/** Returns a page of the products that match. An empty filter filters nothing, and case does not matter. */
function list(products: readonly Product[], query: URLSearchParams) {
  const asked = (name: string) => (query.get(name) ?? '').toLowerCase();
  const words = asked('search').split(/\s+/).filter(Boolean);
  const found = products.filter(
    ({ name, tags, category }) =>
      words.every((word) => `${name} ${tags.join(' ')}`.toLowerCase().includes(word)) &&
      (!asked('tag') || tags.includes(asked('tag'))) &&
      (!asked('category') || category.toLowerCase() === asked('category')),
  );
  const compare = ORDERS[query.get('sortBy') ?? ''] ?? ORDERS.createdAt;
  const sign = query.get('sortOrder') === 'asc' ? 1 : -1;
  const limit = Math.min(Number(query.get('limit')) || PAGE, PAGE);
  const from = ((Number(query.get('page')) || 1) - 1) * limit;
  // Equal products keep one order. Otherwise pages would repeat some and lose others.
  const sorted = found.toSorted((a, b) => sign * (compare?.(a, b) ?? 0) || (a.id < b.id ? -1 : 1));
  return {
    products: sorted.slice(from, from + limit).map(shown),
    total: found.length,
    totalPages: Math.ceil(found.length / limit),
  };
}

const shown = (product: Product) => ({ ...product, _id: product.id, ratings: 0, numReviews: 0 });

/** The data that a browser sends to begin a payment. None of it is trusted. */
interface Asked {
  items?: Line[];
  shippingInfo?: { fullName?: string; phone?: string };
  email?: string;
  totalAmount?: number;
  shippingFee?: number;
}

/** Checks an order against today's prices and stock. @throws Refusal */
function expectRight(products: readonly Product[], { items = [], ...asked }: Asked): void {
  if (items.length === 0) throw new Refusal(400, 'Your cart is empty');
  if (!asked.email || !asked.shippingInfo?.fullName) {
    throw new Refusal(400, 'Your name and email are needed');
  }
  if (!PLACES.some(({ amount }) => amount === asked.shippingFee)) {
    throw new Refusal(400, 'We do not deliver there at that fee');
  }
  let sum = asked.shippingFee ?? 0;
  for (const { productId, price, quantity } of items) {
    const product = products.find(({ id }) => id === productId);
    if (!product || !Number.isInteger(quantity) || quantity < 1) {
      throw new Refusal(409, 'One of your products is no longer sold');
    }
    if (product.price !== price) throw new Refusal(409, `${product.name} has another price now`);
    if (product.qtyAvailable < quantity) {
      throw new Refusal(409, `Only ${product.qtyAvailable} of ${product.name} are left`);
    }
    sum += price * quantity;
  }
  if (sum !== asked.totalAmount) throw new Refusal(400, 'The total is wrong. Load the page again');
}

/** Creates a server with its own products and payments. @param now - returns the time. */
export function createBackend(now: () => Date): Server {
  const products = structuredClone(PRODUCTS);
  const payments = new Map<string, Payment>();

  const find = <T>(found: T | undefined): T => {
    if (!found) throw new Refusal(404, 'There is nothing here');
    return found;
  };

  async function begin(request: IncomingMessage, here: string) {
    const asked = (await json(request).catch(() => ({}))) as Asked;
    expectRight(products, asked);
    const { items = [], email = '', totalAmount: amount = 0, shippingInfo } = asked;
    // It gives access to a name and a phone number, so nobody may guess it.
    const reference = randomBytes(16).toString('hex');
    payments.set(reference, {
      status: 'pending',
      lines: items,
      email,
      amount,
      fullName: shippingInfo?.fullName ?? '',
      phone: shippingInfo?.phone ?? '',
      returnTo: `${request.headers.origin ?? here}/payment/callback?reference=${reference}`,
    });
    return { data: { reference, authorization_url: `${here}/pay/${reference}` } };
  }

  /** Settles a payment. Your provider sends this as a signed message, and again when you ask. A paid payment stays paid. */
  function settle(payment: Payment): void {
    if (payment.status === 'paid') return;
    Object.assign(payment, { status: 'paid', paidAt: now().toISOString() });
    for (const { productId, quantity } of payment.lines) {
      const product = find(products.find(({ id }) => id === productId));
      product.qtyAvailable = Math.max(0, product.qtyAvailable - quantity);
      product.soldCount += quantity;
    }
  }

  function verified(reference: string) {
    const { status, email, amount, paidAt, fullName, phone } = find(payments.get(reference));
    const [first_name = '', ...rest] = fullName.split(' ');
    const customer = { first_name, last_name: rest.join(' '), email, phone };
    return { payment: { status, reference, email, amount, channel: 'card', paidAt, customer } };
  }

  async function answer(request: IncomingMessage, here: string): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? '/', here);
    const last = decodeURIComponent(pathname.split('/').at(-1) ?? '');
    switch (`${request.method} ${pathname.replace(/(product|verify)\/[^/]+$/, '$1/…')}`) {
      case 'GET /api/product':
        return list(products, searchParams);
      case 'GET /api/product/…': {
        const product = find(products.find(({ id }) => id === last));
        const others = products.filter(({ id }) => id !== product.id).slice(0, 5);
        return { product: shown(product), relatedProducts: others.map(shown) };
      }
      case 'GET /api/app-data/categories':
        return [...new Set(products.map(({ category }) => category))];
      case 'GET /api/app-data/tags':
        return [...new Set(products.flatMap(({ tags }) => tags))];
      case 'GET /api/app-data/shipping-addresses':
        return PLACES;
      case 'POST /api/payment/initialize':
        return begin(request, here);
      case 'GET /api/payment/verify/…':
        return verified(last);
    }
    // Nobody can sign in here, so no token counts.
    if (/^\/api\/(auth\/profile|order\/)/.test(pathname)) throw new Refusal(401, 'Please sign in');
    throw new Refusal(404, 'There is nothing here');
  }

  return createServer(async (request, response): Promise<void> => {
    const here = `http://${request.headers.host}`;
    // A page of any origin may read: nothing here depends on a cookie.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'content-type, authorization');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    const payment = payments.get(/^\/pay\/(\w+)$/.exec(request.url ?? '')?.[1] ?? '');
    if (payment && request.method === 'POST') {
      await text(request);
      settle(payment);
      response.writeHead(303, { location: payment.returnTo }).end();
      return;
    }
    if (payment) {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<form method="post"><button>Pay ₦${payment.amount}</button></form>`);
      return;
    }
    response.setHeader('content-type', 'application/json');
    try {
      response.end(JSON.stringify(await answer(request, here)));
    } catch (error) {
      const { status, message } =
        error instanceof Refusal ? error : new Refusal(500, 'Something went wrong on our side');
      response.writeHead(status).end(JSON.stringify({ message }));
    }
  });
}
