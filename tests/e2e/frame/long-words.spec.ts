import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { fulfilmentSteps } from '#backend/fulfilment/tables.ts';
import { emailHtml } from '#backend/mail/email-html.ts';
import { orderNotes } from '#backend/order-book/tables.ts';
import { orderItems, orders } from '#backend/orders/tables.ts';
import { reviews } from '#backend/reviews/tables.ts';
import { expect, test } from '../support/fixtures.ts';
import { OFFICE, signedIn } from '../support/office.ts';
import { anOrder, logInMadeUp, madeUpSession } from '../support/order.ts';
import { inOwnShop } from '../support/own-shop.ts';
import { addPaidOrders } from '../support/paid-orders.ts';
import { newCode, promote, stop } from '../support/promotions.ts';
import { cartLine, seedStorage, shippingPlace, storedCart, storedDraft } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';

/** People write words of any length, such as a link. They must not widen any page or paper. */
const WORD = `https://maps.example.com/${'x'.repeat(175)}`;
const WIDTHS = [360, 390, 1440];
/** Px between the edges of the paper that a page prints on: A4 with 14 mm, and a roll of 80 mm with 3 mm. */
const PAPER = { a4: 688, roll: 280 };

/** Returns what extends beyond a page of this width, except inside scrolling elements. */
const wider = (page: Page, width: number, print = false) =>
  page.evaluate(
    ([width, print]) => {
      const scrolls = (element: Element): boolean => {
        const around = element.parentElement;
        if (!around || around === document.body) return false;
        return getComputedStyle(around).overflowX !== 'visible' || scrolls(around);
      };
      return [...document.querySelectorAll('body *')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter(
          (element) =>
            !element.closest('.visually-hidden, [aria-hidden="true"], dialog:not([open])'),
        )
        .filter((element) => {
          const right = Math.max(
            element.getBoundingClientRect().right,
            // A text has its own box.
            ...[...element.childNodes].flatMap((node) => {
              if (node.nodeType !== Node.TEXT_NODE) return [];
              const range = document.createRange();
              range.selectNodeContents(node);
              return range.getBoundingClientRect().right;
            }),
          );
          return right > (width as number) + 1 && (print || !scrolls(element));
        })
        .map(
          (element) =>
            `${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`,
        );
    },
    [width, print] as const,
  );

async function fits(page: Page, name: string): Promise<void> {
  await page.locator('main details').evaluateAll((all) => {
    for (const one of all) (one as HTMLDetailsElement).open = true;
  });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await wider(page, width), `${name} at ${width}`).toEqual([]);
    const { scrollWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
    }));
    expect.soft(scrollWidth, `${name} at ${width}`).toBeLessThanOrEqual(width);
    const folder = process.env.OFFICE_SHOTS;
    if (folder)
      await page.screenshot({ path: `${folder}/long-${name}-${width}.png`, fullPage: true });
  }
}

async function fitsPaper(page: Page, name: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  expect.soft(await wider(page, width, true), `${name} on paper`).toEqual([]);
  const folder = process.env.OFFICE_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/long-${name}-paper.png`, fullPage: true });
  await page.emulateMedia({ media: null });
}

/** Adds orders in which every typed text is one long word. */
async function addOrders(db: Database): Promise<string[]> {
  const ids = await addPaidOrders(db, 2, {
    fullName: WORD,
    address: WORD,
    city: WORD.slice(0, 100),
    phone: WORD.slice(0, 60),
    phoneE164: null,
    email: `${'e'.repeat(64)}@${'mail.'.repeat(30)}example.com`,
    shippingPlace: WORD,
    gift: 'yes',
    giftMessage: WORD,
    buyerName: WORD,
    buyerPhone: WORD.slice(0, 60),
    note: WORD,
    remark: WORD,
    campaign: { source: WORD.slice(0, 100), campaign: WORD.slice(0, 100) },
    rebuiltWithout: WORD,
  });
  for (const [at, orderId] of ids.entries()) {
    await db
      .update(orderItems)
      .set({ name: WORD, facts: WORD })
      .where(eq(orderItems.orderId, orderId));
    await db.insert(orderNotes).values({ orderId, text: WORD, recordedBy: WORD });
    const step = { orderId, recordedBy: WORD } as const;
    await db.insert(fulfilmentSteps).values({ ...step, step: 'packed' });
    if (at > 0) continue;
    const shipped = { courier: WORD, trackingNumber: WORD, step: 'shipped' } as const;
    await db.insert(fulfilmentSteps).values({ ...step, ...shipped });
  }
  return ids;
}

test.describe('the office', () => {
  test.use({ baseURL: OFFICE });

  test('no page and no paper gets wider by what somebody wrote @own', async ({ page }) => {
    test.setTimeout(240_000);
    let ids: string[] = [];
    await inOwnShop(async (db) => {
      ids = await addOrders(db);
      await db
        .insert(reviews)
        .values({
          id: `rev_${ids[0]}`,
          productId: KHAMRAH.id,
          author: WORD.slice(0, 100),
          source: 'woo',
          sourceKey: ids[0],
          rating: 4,
          comment: WORD,
        })
        .onConflictDoNothing();
    });
    const promotion = await promote({
      label: WORD.slice(0, 80),
      code: newCode().padEnd(40, 'L'),
      for: 'brand',
      names: WORD,
    });
    await signedIn(page, 'owner');
    const several = `?${ids.map((id) => `id=${id}`).join('&')}`;
    const pages = {
      today: '/admin',
      orders: '/admin/orders',
      order: `/admin/orders/${ids[0]}`,
      pack: `/admin/orders/pack${several}`,
      ship: `/admin/orders/ship${several}`,
      deliver: `/admin/orders/deliver${several}`,
      reviews: '/admin/reviews',
      promotions: '/admin/promotions',
      promotion: `/admin/promotions/${promotion}`,
      slips: `/admin/orders/slips${several}&paper=a4`,
      'slips-roll': `/admin/orders/slips${several}&paper=80mm`,
      sheet: `/admin/orders/courier-sheet${several}&paper=a4`,
      'sheet-roll': `/admin/orders/courier-sheet${several}&paper=80mm`,
      products: '/admin/products',
      product: `/admin/products/${KHAMRAH.id}`,
    };
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(path);
      await fits(page, name);
      if (!/slips|sheet/.test(name)) continue;
      await fitsPaper(page, name, name.endsWith('roll') ? PAPER.roll : PAPER.a4);
    }
    await stop(promotion);
    await inOwnShop(async (db) => {
      await db.delete(reviews).where(eq(reviews.id, `rev_${ids[0]}`));
      await db.update(orders).set({ goneAt: new Date() }).where(eq(orders.fullName, WORD));
    });
  });
});

test('no page of an order gets wider by what somebody wrote', async ({ page }) => {
  const order = anOrder('order-20261120-k3v9w2bx4k7pq', {}, 2);
  const long = {
    ...order,
    email: `${'e'.repeat(64)}@${'mail.'.repeat(30)}example.com`,
    items: order.items.map((item) => ({ ...item, name: WORD, facts: WORD, price: 1_284_500 })),
    shippingInfo: {
      ...order.shippingInfo,
      fullName: WORD,
      email: `${'e'.repeat(64)}@${'mail.'.repeat(30)}example.com`,
      phone: WORD.slice(0, 60),
      address: WORD,
      city: WORD.slice(0, 100),
      state: WORD.slice(0, 100),
      gift: 'yes',
      giftMessage: WORD,
      buyerName: WORD,
      buyerPhone: WORD.slice(0, 60),
      note: WORD,
    },
    channel: 'bank_transfer',
    promotion: { label: WORD, code: 'L'.repeat(40), discount: 1000 },
    sampleCodes: [
      {
        code: 'L'.repeat(40),
        discount: 1000,
        name: WORD,
        productId: 'x',
        endsAt: '2027-01-01T00:00:00.000Z',
      },
    ],
    delivery: { from: '2026-11-23', to: '2026-11-24', place: WORD },
    fulfilment: {
      steps: [{ step: 'shipped', at: order.createdAt, courier: WORD, trackingNumber: WORD }],
      refunds: [],
    },
    status: 'paid',
  };
  await page.route(`**/api/order/${order._id}`, (route) => route.fulfill({ json: long }));
  await page.route('**/api/order/my-orders', (route) => route.fulfill({ json: [long, long] }));
  await logInMadeUp(page, madeUpSession('Ngozi'));
  await page.goto('/orders');
  await expect(page.getByText('#4K7PQ').first()).toBeVisible();
  await fits(page, 'order-list');
  await page.goto(`/orders/${order._id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Order #4K7PQ' })).toBeVisible();
  await fits(page, 'order-page');
  await fitsPaper(page, 'receipt', PAPER.a4);

  await page.route('**/api/payment/verify/**', (route) =>
    route.fulfill({
      json: {
        payment: {
          status: 'paid',
          reference: 'turare-made-up-1',
          email: long.email,
          amount: 1000,
          channel: WORD,
          customer: { first_name: WORD, last_name: WORD, email: long.email, phone: WORD },
        },
      },
    }),
  );
  await page.goto('/payment/callback?reference=turare-made-up-1');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await fits(page, 'payment');
});

test('neither the checkout nor the drawers and reviews get wider by what somebody wrote', async ({
  page,
  request,
}) => {
  const line = { ...(await cartLine(request, KHAMRAH.id)), name: WORD };
  const { place } = await shippingPlace(request);
  const [[key, draft] = []] = Object.entries(storedDraft('ngozi@example.com', place));
  await seedStorage(page, {
    ...storedCart([line]),
    'turare:wishlist': [line],
    [String(key)]: { ...draft, fullName: WORD, address: WORD, note: WORD },
  });
  await page.goto('/checkout');
  await expect(page.getByText('Shipping to:')).toBeAttached();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'Order Summary' }).click();
  await fits(page, 'checkout');
  const author = { userName: WORD.slice(0, 100), user: { _id: 'nobody' }, boughtHere: true };
  const review = {
    ...author,
    _id: 'r',
    rating: 4,
    comment: WORD,
    createdAt: '2026-11-20T22:30:00.000Z',
  };
  await page.route('**/api/review/**', (route) => route.fulfill({ json: [review] }));
  await page.goto(KHAMRAH.path);
  for (const [button, dialog] of [
    ['Reviews & Ratings', 'Reviews & Ratings'],
    ['shopping cart', 'Shopping Cart'],
    ['wishlist', 'Wishlist'],
  ] as const) {
    await page
      .getByRole('button', { name: new RegExp(button, 'i') })
      .first()
      .click();
    const open = page.getByRole('dialog', { name: new RegExp(dialog) });
    await expect(open).toContainText('https://maps');
    await fits(page, dialog);
    await page.keyboard.press('Escape');
  }
});

test('no email gets wider by what somebody wrote', async ({ page }) => {
  await page.setContent(
    emailHtml({
      title: WORD,
      parts: [
        { words: WORD },
        { facts: [['Going to', WORD]] },
        { list: [WORD] },
        {
          bill: [[WORD, '₦1,284,500', undefined]],
          sums: [
            [WORD, '−₦1,000'],
            ['Total paid', '₦1'],
          ],
        },
      ],
      closing: [WORD],
    }),
  );
  await fits(page, 'email');
});
