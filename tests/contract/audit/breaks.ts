import type { Stories } from './eventful-shop.harness.ts';

/** Each breaks one rule, past all triggers and checks: the statements, and the line that reports it. */
export const BREAKS: Record<string, { by: (of: Stories) => string[]; seen: RegExp }> = {
  'every product has its stock': {
    by: () => ["delete from stock where product_id = 'rose'"],
    seen: /^Product rose has no stock$/,
  },
  'recorded money adds up': {
    by: ({ paid }) => [`update payments set arrived_kobo = 100 where order_id = '${paid}'`],
    seen: /^Staff have recorded 0 kobo for payment tr-\w+, which counts 100$/,
  },
  'stock never negative': {
    by: () => [
      'alter table stock drop constraint stock_never_negative',
      `insert into stock_movements (product_id, kind, on_hand, sold)
         select product_id, 'correction', -2 - on_hand, 0 from stock where product_id = 'rose'`,
      "update stock set on_hand = -2 where product_id = 'rose'",
    ],
    seen: /^Product rose has -2 units on hand and 0 reserved$/,
  },
  'units on hand agree with their movements': {
    by: () => ["update stock set on_hand = on_hand + 1 where product_id = 'rose'"],
    seen: /^Product rose has 21 units on hand, but its movements add up to 20$/,
  },
  'units reserved agree with their movements': {
    by: () => ["update stock set reserved = reserved + 1 where product_id = 'rose'"],
    seen: /^Product rose has 1 units reserved, but its movements add up to 0$/,
  },
  'units sold agree with their movements': {
    by: () => ["update stock set sold_count = sold_count + 1 where product_id = 'oud'"],
    seen: /^Product oud has \d+ units sold, but its movements add up to \d+$/,
  },
  'units are reserved while pending': {
    by: ({ failed }) => [
      `insert into stock_movements (product_id, kind, order_id, reserved, sold) values ('oud', 'order', '${failed}', 1, 0)`,
      "update stock set reserved = reserved + 1 where product_id = 'oud'",
    ],
    seen: /^Order ord_\w+ \(failed\) changed the reserved units of oud by 1 instead of 0$/,
  },
  'units are off the stock when accepted': {
    by: ({ failed }) => [
      `insert into stock_movements (product_id, kind, order_id, on_hand, sold) values ('oud', 'order', '${failed}', 1, 0)`,
      "update stock set on_hand = on_hand + 1 where product_id = 'oud'",
    ],
    seen: /^Order ord_\w+ \(failed\) moved the stock of oud by 1 instead of 0$/,
  },
  'units are counted as sold when accepted': {
    by: ({ paid }) => [
      `insert into stock_movements (product_id, kind, order_id, sold) values ('oud', 'order', '${paid}', -2)`,
      "update stock set sold_count = sold_count - 2 where product_id = 'oud'",
    ],
    seen: /^Order ord_\w+ \(paid\) counts as sold of oud by 0 instead of 2$/,
  },
  totals: {
    by: ({ pending }) => [`update orders set total_kobo = total_kobo + 1 where id = '${pending}'`],
    seen: /^Order ord_\w+ asks for 1300001 kobo, but its lines and fee less its discount add up to 1300000$/,
  },
  'paid orders name their payment': {
    by: ({ paid }) => [
      'alter table orders drop constraint orders_paid_when',
      `update orders set paid_at = null where id = '${paid}'; update payments set provider_id = null where order_id = '${paid}'`,
    ],
    seen: /^Order ord_\w+ is paid without a time and a transaction of the provider$/,
  },
  'paid in full': {
    by: ({ paid }) => [`update payments set received = asked_kobo - 1 where order_id = '${paid}'`],
    seen: /^Order ord_\w+ is paid with 2299999 NGN, but asks for 2300000 kobo$/,
  },
  'one reference, one order': {
    by: ({ paid, failed }) => [
      'alter table orders drop constraint orders_reference_unique',
      `update orders set reference = (select reference from orders where id = '${paid}') where id = '${failed}'`,
    ],
    seen: /^Orders ord_\w+, ord_\w+ share the reference tr-\w+$/,
  },
  'one transaction, one paid order': {
    by: ({ paid, paidToo }) => [
      `update payments set provider_id = (select provider_id from payments where order_id = '${paid}') where order_id = '${paidToo}'`,
    ],
    seen: /^Orders ord_\w+, ord_\w+ are paid by one transaction, id-tr-\w+$/,
  },
  'accepted orders are confirmed': {
    by: ({ paid }) => [`delete from emails where id = 'paid:${paid}'`],
    seen: /^Order ord_\w+ is accepted, but no email confirms it$/,
  },
  'the merchant is told of accepted orders': {
    by: ({ late }) => [`delete from emails where id = 'merchant-paid:${late}'`],
    seen: /^Order ord_\w+ is accepted, but no email tells the merchant$/,
  },
  'the merchant is told of refunds': {
    by: ({ short }) => [`delete from emails where id = 'merchant-refund:${short}'`],
    seen: /^Order ord_\w+ needs a refund, but no email tells the merchant$/,
  },
  'emails report what happened': {
    by: ({ gone }) => [
      `insert into emails (id, recipient, subject, text, html) values ('paid:${gone}', 'a@b.ng', '', '', '')`,
    ],
    seen: /^Email paid:ord_\w+ confirms order ord_\w+, but it was never accepted$/,
  },
  'orders that need a refund are not paid': {
    by: ({ paid }) => [
      `update orders set refund_needed = true where id = '${paid}'`,
      `insert into emails (id, recipient, subject, text, html) values ('merchant-refund:${paid}', 'a@b.ng', '', '', '')`,
    ],
    seen: /^Order ord_\w+ needs a refund, but is paid$/,
  },
  'refunds were due': {
    by: ({ failed }) => [
      'alter table orders drop constraint orders_refunded_what_was_due',
      `update orders set refunded_at = now() where id = '${failed}'`,
    ],
    seen: /^Order ord_\w+ is refunded, but no refund was due$/,
  },
  'reversed payments belong to ended orders': {
    by: ({ gone }) => [`update orders set reversed_at = now() where id = '${gone}'`],
    seen: /^The payment of order ord_\w+ is reversed, but the order is cancelled$/,
  },
  'pending orders end in time': {
    by: ({ pending }) => [
      `update orders set reservation_expires_at = now() - interval '16 minutes' where id = '${pending}'`,
    ],
    seen: /^Order ord_\w+ is pending since .* Does the shop run and reach the provider\?$/,
  },
  'redirects lead to where nothing leads on': {
    by: () => [
      "insert into redirects values ('/products/old', '/products/rose'), ('/products/older', '/products/old')",
    ],
    seen: /^\/products\/older leads to \/products\/old, which leads on to \/products\/rose$/,
  },
  'a purchase is paid once': {
    by: ({ paid, paidToo }) => [
      'drop index orders_purchase_paid',
      `update orders set purchase_id = '${paid}' where id in ('${paid}', '${paidToo}')`,
    ],
    seen: /^Orders ord_\w+, ord_\w+ are the same purchase, and all are paid$/,
  },
  'a purchase waits once': {
    by: ({ pending, paid }) => [
      'drop index orders_purchase_pending',
      `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', o.id || 'x', 'reference', 'x'))).*
         from orders o where id = '${pending}'`,
      `insert into order_items (order_id, position, product_id, name, price_kobo, image, quantity)
         select o.id, i.position, 'gone', i.name, i.price_kobo, i.image, i.quantity
         from order_items i, orders o where i.order_id = '${pending}' and o.reference = 'x'`,
      `insert into stock_movements (product_id, kind, order_id, reserved, sold)
         select 'gone', 'order', id, 1, 0 from orders where reference = 'x'`,
      "insert into stock_movements (product_id, kind, at, on_hand, sold) values ('gone', 'opening', '2000-01-01', 1, 0)",
      `update orders set purchase_id = '${paid}' where id = '${paid}'`,
    ],
    seen: /^Orders ord_\w+, ord_\w+ are the same purchase, and all are pending$/,
  },
  'news of payments is confirmed': {
    by: ({ gone }) => [
      `update payments set news_at = now() - interval '61 minutes' where order_id = '${gone}'`,
    ],
    seen: /^The provider has sent news of order ord_\w+ since .* that its verify call does not confirm/,
  },
  'each payment has an order': {
    by: () => [
      `insert into payments (reference, provider, state, provider_id, received, currency, payer, found_by, found_at)
         values ('tr-lost', 'paystack', 'succeeded', '1', 1300000, 'NGN', '{"email":"ada@example.com"}', 'night', now())`,
    ],
    seen: /^The provider has a payment that no order has: NGN 13000\.00 from ada@example\.com, reference tr-lost$/,
  },
  'the merchant is told of each refund': {
    by: () => ["delete from emails where id like 'merchant-refund-news:%'"],
    seen: /^The provider refunds order ord_\w+, but no email tells the merchant$/,
  },
  'the merchant is told of each dispute': {
    by: ({ paid }) => [
      `insert into disputes (id, payment, order_id, state, status, currency)
         select '7', reference, order_id, 'open', 'pending', 'NGN' from payments where order_id = '${paid}'`,
    ],
    seen: /^The payment of order ord_\w+ is disputed, but no email tells the merchant$/,
  },
  'refunds stay within the payment': {
    by: ({ paidToo }) => [
      `insert into refunds (id, payment, order_id, status, amount, currency)
         select 99, reference, order_id, 'done', 1300001, 'NGN' from payments where order_id = '${paidToo}'`,
      `insert into emails select 'merchant-refund-news:99', recipient, subject, text, html from emails limit 1`,
    ],
    seen: /^Order ord_\w+ was paid with 1300000 NGN \(minor units\), but refunds of 1300001 are made or under way$/,
  },
  'what is refunded has gone back': {
    // As the previous version stored it: refunded by hand, unknown to Paystack.
    by: ({ short }) => [`update orders set refunded_at = now() where id = '${short}'`],
    seen: /^Order ord_\w+ is refunded, but 0 of its 1 NGN \(minor units\) have gone back$/,
  },
  'refunds reach the provider': {
    by: ({ paid }) => [
      `insert into refunds (payment, order_id, status, amount, currency, heard_at)
         select reference, order_id, 'requested', 100, 'NGN', now() - interval '61 minutes'
         from payments where order_id = '${paid}'`,
    ],
    seen: /^A refund of order ord_\w+ was asked for at .* UTC, and its provider has not confirmed it/,
  },
  'returned units came back once': {
    by: ({ paid }) => [
      `insert into restocks (order_id, recorded_by) values ('${paid}', 'Bola')`,
      `update orders set gone_at = now() where id = '${paid}'`,
    ],
    seen: /^0 units of oud came back from order ord_\w+ instead of 2$/,
  },
  'units of ended orders are back': {
    by: ({ paid }) => [
      `update orders set status = 'cancelled', refund_needed = true where id = '${paid}'`,
      `insert into emails (id, recipient, subject, text, html) values ('merchant-cancelled:${paid}', 'a@b.ng', '', '', '')`,
    ],
    seen: /^Order ord_\w+ was accepted and has ended, but its units are not back in stock$/,
  },
  'the goods of accepted orders move in order': {
    by: ({ paid }) => [
      `insert into fulfilment_steps (order_id, step, recorded_by) values ('${paid}', 'delivered', 'Bola')`,
    ],
    seen: /^The goods of order ord_\w+ \(paid\) are delivered out of order$/,
  },
  'what is gone is not to pack': {
    by: ({ paid }) => [`update orders set gone_at = now() where id = '${paid}'`],
    seen: /^The goods of order ord_\w+ are to pack, and listed as gone$/,
  },
  'ratings are those of the reviews': {
    by: () => ["update products set num_reviews = 3, ratings = 4.5 where id = 'oud'"],
    seen: /^Product oud counts 3 reviews rated 4.5, but has 0 rated 0$/,
  },
  'lists show what the products are': {
    by: () => ["update listed_products set price_kobo = 1 where product_id = 'oud'"],
    seen: /^Product oud is listed with earlier values$/,
  },
  'lists are as long as they say': {
    by: () => [
      "update facets set products = products + 1 where kind = 'category' and name = 'unisex'",
    ],
    seen: /^The category 'unisex' counts 3 products, but has 2$/,
  },
  'lists by category and tag are as long as they say': {
    by: () => [
      "insert into facets (kind, name) values ('tag', 'none')",
      `insert into facet_pairs select min(id) filter (where kind = 'category'), min(id) filter (where name = 'none'), 1 from facets`,
    ],
    seen: /^The category '[\w ]+' with the tag 'none' counts 1 products, but has 0$/,
  },
  'the order by sales has what lists have': {
    by: () => ["update stock set listed = false where product_id = 'oud'"],
    seen: /^Product oud is not listed by sales alone$/,
  },
  'searches find what lists show': {
    by: () => ["delete from product_words where product_id = 'oud'"],
    seen: /^Product oud is in lists, and found by no search$/,
  },
  'searches rank by the names that lists show': {
    by: () => ["update product_words set name_length = 99 where product_id = 'oud'"],
    seen: /^Product oud has a name of \d+ characters, and is ranked by one of 99$/,
  },
  'who waits for a product is told when it is back': {
    by: () => [
      waiter('late', "now() - interval '21 minutes'"),
      `insert into stock_alert_products (product_id, available_since) values ('rose', now() - interval '21 minutes')`,
    ],
    seen: /^People wait for rose, which can be bought since .* UTC/,
  },
  'no more people are told than there are units': {
    by: () => [`insert into stock_alert_products (product_id, units, told) values ('rose', 2, 3)`],
    seen: /^3 people were told of 2 units of rose$/,
  },
  'who counts as told has an email': {
    by: () => [waiter('lost', 'now()'), 'update stock_alerts set told_at = now()'],
    seen: /^Request lost for rose ended without an email$/,
  },
  'requests for emails end in time': {
    by: () => [waiter('old', "now() - interval '181 days'")],
    seen: /^Request old for rose should have been erased/,
  },
  'discounts are what their promotions took off': {
    by: ({ pending }) => [
      `update orders set discount_kobo = 5, total_kobo = total_kobo - 5 where id = '${pending}'`,
    ],
    seen: /^Order ord_\w+ has a discount of 5 kobo, but its promotion took off 0 from its lines and its fee$/,
  },
  'no line and no fee is reduced by more than it costs': {
    by: ({ pending }) => [promoted(pending, { lines: [300_001], feeKobo: -300_001 })],
    seen: /^The fee of order ord_\w+ is reduced by -300001 of 300000 kobo$/,
  },
  'uses of promotions match their orders': {
    by: ({ paid }) => [PROMOTION, useOf(paid)],
    seen: /^Order ord_\w+ names the promotion sale with nothing kobo, and its use is of 0$/,
  },
  'no promotion counts more often than it may': {
    by: ({ paid, paidToo }) => [
      PROMOTION,
      ...[paid, paidToo].flatMap((id) => [
        promoted(id, { uses: [{ id: 'sale', kobo: 0 }] }),
        useOf(id),
      ]),
    ],
    seen: /^Promotion sale counts for 2 orders, and may for 1$/,
  },
  'a customer has one first order': {
    by: ({ paid, paidToo }) => [
      PROMOTION,
      'update promotions set first_order = true, use_limit = null',
      ...[paid, paidToo].flatMap((id) => [
        promoted(id, { uses: [{ id: 'sale', kobo: 0 }] }),
        useOf(id),
      ]),
    ],
    seen: /^Promotions for a first order count for 2 orders of one customer$/,
  },
};

const PROMOTION = `insert into promotions (id, label, takes, scope, use_limit) values ('sale', 'Sale', '{}', '{}', 1)`;
const useOf = (order: string) =>
  `insert into promotion_uses (order_id, promotion_id, kobo) values ('${order}', 'sale', 0)`;
const promoted = (order: string, change: object) =>
  `update orders set promotion = '${JSON.stringify({ label: 'Sale', lines: [0], feeKobo: 0, uses: [], ...change })}'
     where id = '${order}'`;

const waiter = (id: string, confirmed: string) =>
  `insert into stock_alerts (id, product_id, email, key_hash, consent, confirmed_at)
     values ('${id}', 'rose', 'ada@example.com', '${id}', 'Yes', ${confirmed})`;
