import { rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { hashSecret } from '#backend/base/secrets.ts';
import { type Cluster, startCluster } from '#backend/db/cluster/cluster.ts';
import { connect, type Database, inSession } from '#backend/db/connect.ts';
import { migrate } from '#backend/db/migrate.ts';
import { createFolderStore } from '#backend/media/objects/folder-store.ts';
import { createMediaStore } from '#backend/media/store.ts';
import { ORDER_PAID_EMAIL_PREFIX } from '#backend/order-book/paid-email.ts';
import { MERCHANT_EMAIL_PREFIX } from '#backend/orders/merchant-emails.ts';
import { seedDemo } from '#demo/seed.ts';
import { synthesize } from '#demo/synth.ts';

export interface Size {
  products: number;
  orders: number;
}

/** The session token of the customer with many orders. */
export const TOKEN = 'bench'.padEnd(43, '0');
/**
 * Older than orders about which Paystack is asked before a shopper sees them: the bench has none
 * (orders/late-money.ts).
 */
const SETTLED = '73 hours';
/** The number of her orders: more than her list shows. */
const HER_ORDERS = 600;

/**
 * Starts the bench's database in `folder`, filled as requested, or creates it again if its numbers differ. When `stop`
 * aborts, the database ends, and pending queries fail.
 */
export async function openFilled(
  folder: string,
  size: Size,
  { fresh, stop }: { fresh: boolean; stop: AbortSignal },
): Promise<Cluster> {
  if (fresh) await rm(folder, { recursive: true, force: true });
  let cluster = stoppedOnce(await startCluster({ dataDir: folder }));
  // A statement that fills a table may take a minute.
  stop.addEventListener('abort', () => void cluster.stop());
  if (!(await isFilled(cluster.url, size))) {
    stop.throwIfAborted();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
    cluster = stoppedOnce(await startCluster({ dataDir: folder }));
    await fill(cluster.url, folder, size);
  }
  await migrate(cluster.url);
  return cluster;
}

/** Both a signal and the end of the bench stop it. */
function stoppedOnce(cluster: Cluster): Cluster {
  let stopping: Promise<void> | undefined;
  return {
    ...cluster,
    stop() {
      stopping ??= cluster.stop();
      return stopping;
    },
  };
}

async function isFilled(url: string, { products, orders }: Size): Promise<boolean> {
  const { db, close } = connect(url);
  try {
    const { rows: tables } = await db.execute(
      sql`select where to_regclass('bench_fill') is not null`,
    );
    if (tables.length === 0) return false;
    const { rows } = await db.execute(
      sql`select from bench_fill where products = ${products} and orders = ${orders}`,
    );
    return rows.length > 0;
  } finally {
    await close();
  }
}

/** Fills an empty database: products, then orders with everything that belongs to them. */
export async function fill(
  url: string,
  folder: string,
  size: Size,
  say: (line: string) => void = console.log,
): Promise<void> {
  await migrate(url);
  const { db, close } = connect(url);
  const step = async (what: string, work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    say(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  };
  try {
    const media = createMediaStore(db, createFolderStore(folder), { log: () => {} });
    await step('the demo', () => seedDemo({ services: { db, media } }));
    await media.close();
    await step(`${size.products} products`, () =>
      synthesize(db, { count: size.products, seed: 1 }),
    );
    await step('pictures', () => addPictures(db));
    // In one session that leaves out triggers and foreign keys: a million orders in a minute or two.
    await inSession(db, async (session) => {
      await session.execute(sql`set session_replication_role = replica`);
      await session.execute(sql`set synchronous_commit = off`);
      await session.execute(sql`set maintenance_work_mem = '512MB'`);
      await step(`${size.orders} orders`, () => addOrders(session, size.orders));
      await step('order lines and their stock', () => addLines(session));
      await step('steps of the goods', () => addSteps(session));
      await step('what orders are found by', () => addSearch(session));
      await step('emails', () => addEmails(session));
      await step('reviews', () => addReviews(session));
      await session.execute(sql`set session_replication_role = origin`);
    });
    await step('vacuum', () => db.execute(sql`vacuum (analyze)`));
    await db.execute(sql`create table bench_fill (products int, orders int)`);
    await db.execute(sql`insert into bench_fill values (${size.products}, ${size.orders})`);
  } finally {
    await close();
  }
}

/** Adds a second picture, of a hundred, to each invented product. */
async function addPictures(db: Database): Promise<void> {
  await db.execute(sql`
    insert into media (hash, mime, width, height, color)
    select md5('picture ' || n) || '00000000', 'image/jpeg', 1200, 1500, '#a07040' from generate_series(0, 99) as n`);
  await db.execute(sql`
    insert into product_pictures (product_id, position, media_hash)
    select id, position, md5('picture ' || (n + position) % 100) || '00000000'
    from (select id, row_number() over (order by id) as n from products where source = 'synthetic') as p,
      generate_series(0, 1) as position
    on conflict do nothing`);
}

/** Adds orders of three years and of a tenth as many customers, nine tenths of them paid. */
async function addOrders(db: Database, count: number): Promise<void> {
  const customers = Math.ceil(count / 10);
  await db.execute(sql`
    insert into accounts (id, email, full_name)
    select 'usr_' || n, 'customer' || n || '@example.com', 'Ada Obi ' || n from generate_series(0, ${customers - 1}::int) as n`);
  await db.execute(sql`
    insert into sessions (token_hash, account_id, expires_at)
    select case n when 0 then ${hashSecret(TOKEN)} else md5('session ' || n) end, 'usr_' || n, now() + interval '20 days'
    from generate_series(0, ${Math.floor(customers / 5)}::int) as n`);
  await db.execute(sql`
    insert into orders (id, status, reference, email, account_id, share_hash, full_name, shipping_email, phone, phone_e164,
      address, city, state, country, shipping_place, fee_kobo, total_kobo, purchase_id, attempt_hash,
      reservation_expires_at, accepted_at, paid_at, gone_at, remark, created_at)
    select id, status, 'tr-' || id, email, case when customer % 3 < 2 then 'usr_' || customer end, md5('share ' || n),
      'Ada Obi', email, '0803 123 4567', '+2348031234567', n || ' Allen Avenue', 'Ikeja', 'Lagos', 'Nigeria',
      'Lagos – Ikeja', 300000, 300000, id, md5(id), at + interval '1 hour',
      case status when 'paid' then at + interval '3 minutes' end,
      case status when 'paid' then at + interval '3 minutes' end,
      case when status = 'paid' and at + interval '3 minutes' < now() - interval '4 days' then at + interval '2 days' end, case status when 'failed' then 'Declined' end, at
    from (
      select n, 'ord_' || md5('order ' || n) as id, 'customer' || customer || '@example.com' as email, customer,
        case when n % 2000 = 0 then 'pending' when n % 20 = 1 then 'cancelled' when n % 40 = 2 then 'failed' else 'paid' end as status,
        case when n % 2000 = 0 then now() - interval '5 minutes'
          else now() - ${SETTLED}::interval - (n::float8 / ${count}::float8) * interval '3 years' end as at
      from (
        select n, case when n < ${HER_ORDERS}::int then 0 else n % ${customers}::int end as customer
        from generate_series(1, ${count}::int) as n
      ) as numbered
    ) as made`);
  await db.execute(sql`
    update orders set reservation_expires_at = now() + interval '10 years' where status = 'pending'`);
  await db.execute(sql`
    insert into payments (reference, order_id, provider, state, asked_kobo, received, currency, provider_id, channel,
      paid_at, created_at, asked_at, next_at)
    select reference, id, 'paystack', case status when 'paid' then 'succeeded' else 'not_begun' end, total_kobo,
      case status when 'paid' then total_kobo end, case status when 'paid' then 'NGN' end,
      case status when 'paid' then id end, case status when 'paid' then 'card' end, paid_at, created_at, created_at,
      case when status = 'pending' or status = 'paid' and created_at > now() - interval '30 days'
        then now() + interval '10 years' end
    from orders`);
  await db.execute(sql`analyze orders`);
}

/** Adds two lines per order, and the stock movements of its status. */
async function addLines(db: Database): Promise<void> {
  await db.execute(sql`
    create temporary table numbered as
    select row_number() over (order by md5(id)) - 1 as n, id, name, price_kobo, count(*) over () as products from products`);
  await db.execute(sql`create unique index on numbered (n)`);
  await db.execute(sql`analyze numbered`);
  await db.execute(sql`
    insert into order_items (order_id, position, product_id, name, price_kobo, image, quantity)
    select o.id, position, p.id, p.name, p.price_kobo, '', 1
    from (select id, row_number() over () as n from orders) as o
      cross join generate_series(0, 1) as position
      join numbered p on p.n = (o.n * 7 + position * 31) % (select max(products) from numbered)`);
  await db.execute(sql`
    update orders set total_kobo = fee_kobo + i.sum
    from (select order_id, sum(price_kobo * quantity) as sum from order_items group by order_id) as i
    where i.order_id = orders.id`);
  await db.execute(sql`
    update payments set asked_kobo = total_kobo, received = case status when 'paid' then total_kobo end
    from orders where id = order_id`);
  await db.execute(sql`update stock_movements set at = now() - interval '4 years'`);
  await db.execute(sql`
    insert into stock_movements (product_id, kind, order_id, on_hand, reserved, sold, at)
    select i.product_id, 'order', o.id, case o.status when 'paid' then -i.quantity else 0 end,
      case o.status when 'pending' then i.quantity else 0 end, case o.status when 'paid' then i.quantity else 0 end, o.created_at
    from orders o join order_items i on i.order_id = o.id where o.status in ('paid', 'pending')`);
  await db.execute(sql`
    update stock set sold_count = sold_count + m.sold, reserved = m.reserved
    from (select product_id, sum(sold) as sold, sum(reserved) as reserved from stock_movements where kind = 'order' group by 1) as m
    where m.product_id = stock.product_id`);
  await db.execute(sql`
    insert into stock_movements (product_id, kind, on_hand, reserved, sold)
    select product_id, 'correction', -sum(on_hand), 0, 0 from stock_movements where kind = 'order' group by product_id`);
}

/** Delivers all but the newest paid orders. */
async function addSteps(db: Database): Promise<void> {
  await db.execute(sql`
    insert into fulfilment_steps (order_id, step, courier, recorded_by, at)
    select id, step, case step when 'shipped' then 'GIG' end, 'bench', paid_at + days * interval '1 day'
    from orders, (values ('packed', 1), ('shipped', 2), ('delivered', 4)) as steps(step, days)
    where status = 'paid' and paid_at < now() - interval '4 days' order by id, days`);
}

/** Writes what the triggers would write about an order; the session of the fill leaves them out. */
async function addSearch(db: Database): Promise<void> {
  await db.execute(sql`
    insert into order_search (order_id, key) select o.id, order_search_key(o) from orders o`);
  await db.execute(sql`
    update orders set arrived_at = s.at from fulfilment_steps s where s.order_id = orders.id and s.step = 'delivered'`);
}

/** Adds an email to the customer and one to the merchant for each paid order. The content of a month is still there. */
async function addEmails(db: Database): Promise<void> {
  await db.execute(sql`
    insert into emails (id, recipient, subject, text, html, created_at, sent_at, tries)
    select kind || id, case kind when ${ORDER_PAID_EMAIL_PREFIX}::text then email else 'shop@example.com' end, 'Order ' || right(id, 5),
      case when fresh then repeat('Words about order ' || id, 40) else '' end,
      case when fresh then repeat('<p>Words about order ' || id || '</p>', 150) else '' end, paid_at, paid_at + interval '5 seconds', 1
    from (select *, paid_at > now() - interval '30 days' as fresh from orders where status = 'paid') as o,
      (values (${ORDER_PAID_EMAIL_PREFIX}::text), (${MERCHANT_EMAIL_PREFIX.paid}::text)) as kinds(kind)`);
}

/** Adds two reviews for each fifth product. */
async function addReviews(db: Database): Promise<void> {
  await db.execute(sql`
    insert into reviews (id, product_id, account_id, rating, comment, created_at)
    select 'rev_' || md5(p.id || k), p.id, 'usr_' || ((p.n + k) % (select count(*) from accounts)), 3 + (p.n + k) % 3,
      'It lasts the whole day.', now() - (p.n % 900) * interval '1 day'
    from numbered p, generate_series(0, 1) as k where p.n % 5 = 0`);
  await db.execute(sql`
    update products set num_reviews = r.count, ratings = r.rating
    from (select product_id, count(*) as count, avg(rating)::real as rating from reviews group by product_id) as r
    where r.product_id = products.id`);
}
