import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordStep } from '#backend/fulfilment/steps.ts';
import { emails } from '#backend/mail/tables.ts';
import { eachOrder, findByName } from '#backend/order-book/admin-orders.ts';
import { csvFile } from '#backend/order-book/export.ts';
import { viewOrders } from '#backend/order-book/order-view.ts';
import { ORDER_PAID_EMAIL_PREFIX } from '#backend/order-book/paid-email.ts';
import { disputes } from '#backend/refunds/tables.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { orderExtras } from '#domain/orders/order-extras.ts';
import { orderSheet } from '#scripts/orders/sheet.ts';
import { all } from '../orders/merchant-shop.harness.ts';
import { orderBody } from '../shop.harness.ts';
import type { Person } from './office.harness.ts';
import { formOf, openOrdersOffice } from './orders-office.harness.ts';

/** The page of an order, and the actions on it. */
let shop: Awaited<ReturnType<typeof openOrdersOffice>>;
let owner: Person;
let packer: Person;
beforeAll(async () => {
  shop = await openOrdersOffice({ SMTP_URL: 'smtp://127.0.0.1:9' });
  owner = await shop.signIn('owner', 'Bola');
  packer = await shop.signIn('packer', 'Chidi');
});
afterAll(() => shop.close());

const found = async (id: string) => {
  const order = await findByName(shop.services.db, id);
  if (!order.ok) throw new Error(order.refusal.message);
  return order.value;
};
const page = (id: string) => `/admin/orders/${id}`;

test('a packer packs, ships and delivers; the page says who did what', async () => {
  const { id } = await shop.pay(2);
  const number = `Order #${orderNumber(id)}`;
  const packed = await packer.submit(page(id), `${page(id)}/packed`);
  expect(packed.text).toContain(`${number} is packed.`);
  const shipped = await packer.submit(page(id), `${page(id)}/shipped`, {
    courier: 'GIG',
    tracking: 'GIG-1',
  });
  expect(shipped.text).toContain(`${number} is shipped (by GIG, GIG-1).`);
  const arrived = await packer.submit(page(id), `${page(id)}/delivered`);
  expect(arrived.text).toMatch(
    /Packed .*, Chidi Shipped: GIG, GIG-1 .*, Chidi .* Delivered .*, Chidi/,
  );
  expect(arrived.text).toContain('Email to ada@example.com: Your Turare order');
});

test('a disputed order is packed only by a person who has read the dispute notice, and not together with others', async () => {
  const { id, reference } = await shop.pay();
  const row = {
    id: `d-${id}`,
    payment: reference,
    orderId: id,
    state: 'open' as const,
    status: 'pending',
    amount: 1_300_000,
    currency: 'NGN',
  };
  await shop.services.db.insert(disputes).values(row);
  const several = await packer.submit(`/admin/orders/pack?id=${id}`, '/admin/orders/pack');
  expect([several.status, several.text]).toEqual([
    409,
    expect.stringContaining('You can still record it on its page.'),
  ]);
  const warned = await packer.submit(page(id), `${page(id)}/packed`);
  expect(warned.status).toBe(409);
  expect(warned.text).toContain('the customer claims ₦13,000 back from her bank');
  const packed = await packer.submit(page(id), `${page(id)}/packed`, { 'despite-dispute': 'yes' });
  expect(packed.text).toContain(`Order #${orderNumber(id)} is packed.`);
});

test('the page has the address, a call, WhatsApp and the pieces', async () => {
  const { id } = await shop.pay(2);
  const { html, text } = await packer.open(page(id));
  for (const words of ['1 Allen Avenue, Ikeja, Lagos', '2 × Oud Royal', '₦23,000'])
    expect(text).toContain(words);
  expect(html).toContain('href="tel:+2348031234567">Call</a>');
  expect(html).toContain('href="https://wa.me/2348031234567?text=Hello%20Ada%20Obi');
  expect((await packer.open('/admin/orders/ord_nothing')).status).toBe(404);
});

test.each(orderExtras)(
  '$label: what a shopper adds is kept, emailed, printed, shown and exported',
  async ({ name, label, most, apart, flag }) => {
    const { db } = shop.services;
    const { shippingInfo } = orderBody([]);
    const added = flag ? 'yes' : 'Mummy & <Daddy>'.slice(0, most);
    const order = await shop.pay(1, { shippingInfo: { ...shippingInfo, [name]: added } });
    const [view] = await viewOrders(db, [order]);
    expect(view?.shippingInfo).toMatchObject({ [name]: added });
    const [email] = await db
      .select()
      .from(emails)
      .where(eq(emails.id, `${ORDER_PAID_EMAIL_PREFIX}${order.id}`));
    for (const text of [
      email?.text,
      (await packer.open(page(order.id))).text,
      // gifts.test.ts covers what has its own place on paper.
      ...(apart ? [] : [(await packer.open(`/admin/orders/slips?id=${order.id}`)).text]),
      orderSheet(await found(order.id), []),
      (await all(csvFile(eachOrder(db, { find: orderNumber(order.id) })))).join(''),
    ]) {
      expect(text).toContain(label);
      // People read a flag as words; a file has 'yes'.
      expect([added, flag ?? added].some((words) => text?.includes(words))).toBe(true);
    }
    // A flag is yes or empty, whatever it is (contract/checkout.test.ts).
    if (flag) return;
    const long = { ...shippingInfo, [name]: 'x'.repeat(most + 1) };
    const body = orderBody([['oud', 10_000, 1]], { shippingInfo: long });
    const refused = await shop.post('/api/payment/initialize', body);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.fields)).toEqual([`shippingInfo.${name}`]);
  },
);

test('what a customer typed is text on every page', async () => {
  const shippingInfo = {
    fullName: '<script>alert(1)</script>',
    email: 'ada@example.com',
    phone: '"><img src=x>',
    address: '</td><b>',
    city: 'Ikeja',
    state: 'Lagos',
    country: 'Nigeria' as const,
  };
  const { id } = await shop.pay(1, { shippingInfo });
  for (const path of [
    '',
    `/${id}`,
    ...['slips', 'courier-sheet', 'ship', 'pack'].map((name) => `/${name}?id=${id}`),
  ]) {
    const { html, status } = await owner.open(`/admin/orders${path}`);
    expect(status).toBe(200);
    expect(html).not.toMatch(/<script>|<img src=x|<\/td><b>/);
  }
});

test('the last courier is proposed for the next parcel', async () => {
  const [first, second] = [await shop.pay(), await shop.pay()];
  await packer.submit(page(first.id), `${page(first.id)}/shipped`, { courier: 'Kwik' });
  const form = formOf(await packer.open(page(second.id)), `${page(second.id)}/shipped`);
  expect(form.fields).toContainEqual(['courier', 'Kwik']);
});

test('a shipment without a courier is refused at its field, with what was typed', async () => {
  const { id } = await shop.pay();
  const answer = await packer.submit(page(id), `${page(id)}/shipped`, {
    courier: ' ',
    tracking: 'GIG-7',
  });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('Write who takes the parcel');
  expect(formOf(answer, `${page(id)}/shipped`).fields).toContainEqual(['tracking', 'GIG-7']);
  expect((await found(id)).steps).toEqual([]);
});

test('notes appear on the order, and a form that was sent twice is one note', async () => {
  const { id } = await shop.pay();
  const form = formOf(await packer.open(page(id)), `${page(id)}/note`);
  const first = await packer.send(form, { text: 'Call before <noon>' });
  const again = await packer.send(form, { text: 'Call before <noon>' });
  expect([first.status, again.status, again.location]).toEqual([303, 303, first.location]);
  const { text } = await owner.open(page(id));
  expect(text.split('Call before <noon>')).toHaveLength(2);
  const empty = await packer.submit(page(id), `${page(id)}/note`, { text: '  ' });
  expect([empty.status, empty.text]).toEqual([
    400,
    expect.stringContaining('Write something first'),
  ]);
});

describe('two hands', () => {
  test('a shipment that somebody else has just recorded is shown beside what was typed', async () => {
    const { id } = await shop.pay();
    const form = formOf(await packer.open(page(id)), `${page(id)}/shipped`);
    await recordStep(shop.services, id, {
      step: 'shipped',
      actor: { name: 'Bola', role: 'owner' },
      courier: 'DHL',
      trackingNumber: 'D-1',
    });
    const late = await packer.send(form, { courier: 'GIG', tracking: 'G-1' });
    expect(late.status).toBe(409);
    expect(late.text).toContain('Bola has recorded another courier or number');
    expect(late.text).toContain('Now in the shop: DHL');
    expect(formOf(late, `${page(id)}/shipped`).fields).toEqual(
      expect.arrayContaining([
        ['courier', 'GIG'],
        ['tracking', 'G-1'],
      ]),
    );
    expect((await found(id)).steps.map(({ courier }) => courier)).toEqual([null, 'DHL']);
    const again = await packer.send(formOf(late, `${page(id)}/shipped`));
    expect(again.status).toBe(303);
    expect((await found(id)).steps.at(-1)).toMatchObject({ courier: 'GIG', recordedBy: 'Chidi' });
  });

  test('the same step pressed by two people at once is one step', async () => {
    const { id } = await shop.pay();
    const action = `${page(id)}/packed`;
    const forms = await Promise.all(
      [owner, packer].map(async (person) => formOf(await person.open(page(id)), action)),
    );
    const answers = await Promise.all(
      [owner, packer].map((person, at) =>
        person.send(forms[at] ?? { action, multipart: false, fields: [] }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect((await found(id)).steps).toHaveLength(1);
  });
});

describe('a packer', () => {
  test.each(['returned', 'refund', 'refunded', 'cancel'])('may not: %s', async (deed) => {
    const { id } = await shop.pay();
    const note = formOf(await packer.open(page(id)), `${page(id)}/note`);
    const answer = await packer.send({ ...note, action: `${page(id)}/${deed}` }, { how: 'all' });
    expect(answer.status).toBe(403);
    expect(await shop.orderOf((await found(id)).reference)).toMatchObject({ status: 'paid' });
    expect(await found(id)).toMatchObject({ refunds: [], steps: [] });
  });

  test('sees no form for that, and gets no file of all customers', async () => {
    const { id } = await shop.pay();
    const actions = (await packer.open(page(id))).forms.map(({ action }) =>
      action.split('/').at(-1),
    );
    expect(actions).toEqual(['packed', 'shipped', 'note']);
    expect((await packer.open('/admin/orders/csv')).status).toBe(403);
  });
});

test('an owner cancels an order that is not paid', async () => {
  const { reference } = await shop.begin();
  const { id } = await shop.orderOf(reference);
  const answer = await owner.submit(page(id), `${page(id)}/cancel`);
  expect(answer.text).toContain('is cancelled, and its units are back in stock.');
  expect(answer.text).toMatch(/Cancelled .*, Bola/);
});

describe('a wrong tap', () => {
  test('is undone by one of two people who both have the earlier page', async () => {
    const { id } = await shop.pay();
    await packer.submit(page(id), `${page(id)}/shipped`, { courier: 'GIG', tracking: '' });
    const [hers, his] = [await owner.open(page(id)), await packer.open(page(id))];
    expect(hers.text).toMatch(/Chidi recorded ‘shipped’\. The customer gets an email at .*[AP]M/);
    expect(hers.text).toMatch(/is on its way \(is sent at/);
    const undo = `${page(id)}/undo`;
    const outcomes = await Promise.all([
      owner.send(formOf(hers, undo)),
      packer.send(formOf(his, undo)),
    ]);
    const said = await Promise.all([
      owner.open(outcomes[0].location ?? ''),
      packer.open(outcomes[1].location ?? ''),
    ]);
    expect(said.map(({ text }) => /taken back( before)?/.exec(text)?.[0]).sort()).toEqual([
      'taken back',
      'taken back before',
    ]);
    expect(said[0].text).toContain('To pack');
    expect(said[0].text).toMatch(/Taken back: shipped .*, (Bola|Chidi)/);
    // A tab that still shows the shipment delivers nothing.
    const late = await packer.send(formOf(his, `${page(id)}/delivered`));
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('and not shipped')]);
  });

  test('is emailed at once on request, and then its undo needs a reason', async () => {
    const { id } = await shop.pay();
    await packer.submit(page(id), `${page(id)}/shipped`, { courier: 'GIG', tracking: '' });
    const before = await packer.open(page(id));
    const told = await packer.submit(page(id), `${page(id)}/tell`);
    expect(told.text).toContain('its customer is told now.');
    const refused = await packer.send(formOf(before, `${page(id)}/undo`));
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('has been told that it was shipped');
    const corrected = await packer.send(formOf(refused, `${page(id)}/undo`), {
      reason: 'The courier did not come',
    });
    const { text } = await packer.open(corrected.location ?? '');
    expect(text).toContain('Its customer gets one email about it.');
    expect(text).toContain('A correction to your Turare order');
    expect(text).toContain("Why 'shipped' was taken back: The courier did not come");
  });

  test('of several orders is undone by one form', async () => {
    const ids = [(await shop.pay()).id, (await shop.pay()).id];
    const query = ids.map((id) => `id=${id}`).join('&');
    await packer.submit(`/admin/orders/pack?${query}`, '/admin/orders/pack');
    expect((await packer.open('/admin/orders?show=packed')).html).toContain(
      'formaction="/admin/orders/undo"',
    );
    await packer.open(`/admin/orders/courier-sheet?id=${ids[0]}`);
    const undone = await packer.submit(`/admin/orders/undo?${query}`, '/admin/orders/undo');
    expect(undone.text).toContain('1 order is undone.');
    expect(undone.text).toContain('on a sheet for the courier that Chidi opened');
    expect((await packer.open(page(ids[0] ?? ''))).text).toContain('On a sheet for the courier');
  });
});

test('WhatsApp has a sentence ready for each step', async () => {
  const { id } = await shop.pay();
  const sentence = async () => {
    const { html } = await packer.open(page(id));
    const [, text = ''] = /wa\.me[^"]*\?text=([^"]*)"[^>]*>WhatsApp: /.exec(html) ?? [];
    return decodeURIComponent(text);
  };
  expect(await sentence()).toBe('');
  await packer.submit(page(id), `${page(id)}/packed`);
  expect(await sentence()).toContain('It is packed, and goes out soon.');
  await packer.submit(page(id), `${page(id)}/shipped`, { courier: 'GIG', tracking: 'G-7' });
  expect(await sentence()).toMatch(
    /^Hello Ada Obi, .*order #\w{5}\. It is on its way with GIG, tracking number G-7\.$/,
  );
});

test('a delivered and partly refunded order says both, on its page and in the list', async () => {
  const { id } = await shop.pay();
  await packer.submit(page(id), `${page(id)}/shipped`, { courier: 'GIG', tracking: '' });
  await packer.submit(page(id), `${page(id)}/delivered`);
  await owner.submit(page(id), `${page(id)}/refunded`, {
    how: 'part',
    amount: '1000',
    for: 'delivery',
  });
  const badges = ({ html }: { html: string }) =>
    [...html.matchAll(/class="badge \w+">([^<]*)</g)].map(([, word]) => word);
  expect(badges(await packer.open(page(id)))).toEqual(['delivered', 'refunded ₦1,000']);
  expect(badges(await packer.open('/admin/orders?show=delivered'))).toContain('refunded ₦1,000');
});

test('the log names an order by its number and customer, and the person behind a command', async () => {
  const { id } = await shop.pay();
  await recordStep(shop.services, id, {
    step: 'packed',
    actor: { name: 'root', role: 'owner' },
  });
  const number = `#${orderNumber(id)}`;
  const log = await owner.open(`/admin/log?subject=${encodeURIComponent(number)}`);
  expect(log.text).toContain(`order packed ${number} Ada Obi root (by command),`);
  expect(log.text).not.toContain(id);
  expect(log.html).toContain(`href="${page(id)}"`);
});

test('printable pages have a print button, and no other page of orders has a script', async () => {
  const { id } = await shop.pay();
  for (const name of ['slips', 'courier-sheet']) {
    const paper = await packer.open(`/admin/orders/${name}?id=${id}`);
    expect(paper.html).toMatch(/<button [^>]*id="print"[^>]*hidden[^>]*>\s*Print/);
    const [, script = ''] = /<script src="([^"]+)"/.exec(paper.html) ?? [];
    expect((await packer.open(script)).html).toContain('print()');
    expect(paper.headers.get('content-security-policy')).toContain("script-src 'self'");
  }
  expect((await packer.open(page(id))).html).not.toContain('<script');
});
