import { noViolationInMain } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { anOrder, hold, logInMadeUp, madeUpSession } from '../support/order.ts';
import { expectColour, LIST, main, rows, SCRIPTS } from './orders-page.ts';

test.describe('the list', () => {
  test('skeletons, then the four states of an order, three chips and how many more', async ({
    page,
  }) => {
    await logInMadeUp(page, madeUpSession('Amina'));
    const statuses = ['paid', 'pending', 'failed', 'cancelled'] as const;
    const orders = statuses.map((status, index) =>
      anOrder(`order-0000${index}`, { status }, index === 0 ? 5 : 1),
    );
    const scripts = await hold(page, SCRIPTS, (route) => route.continue());
    const list = await hold(page, LIST, (route) => route.fulfill({ json: orders }));
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/my-orders')) asked++;
    });
    await page.goto('/orders', { waitUntil: 'commit' });
    await scripts.asked;
    // The page requests the list while its scripts load, and they do not request it again.
    await list.asked;
    await expect(main(page).getByText('Loading your orders…')).toBeVisible();
    await noViolationInMain(page);
    scripts.release();
    await expect(main(page).locator('[data-skeleton]')).toHaveCount(3);
    list.release();

    await expect(rows(page)).toHaveCount(4);
    expect(asked).toBe(1);
    await expect(main(page).locator('[data-skeleton]')).toHaveCount(0);
    await expect(main(page).getByText('4 orders')).toBeVisible();
    const badges = rows(page).getByText(/^(Paid|Pending|Failed|Cancelled)$/);
    await expect(badges).toHaveText(['Paid', 'Pending', 'Failed', 'Cancelled']);
    for (const [index, token] of ['palm', 'amber', 'danger', 'ink-soft'].entries())
      await expectColour(badges.nth(index), token);
    const [many, one] = [rows(page).first(), rows(page).nth(1)];
    // The date in Lagos, which is an hour ahead of UTC.
    await expect(many.getByText('November 20, 2026')).toBeVisible();
    await expect(many.getByText('5 items')).toBeVisible();
    await expect(many.getByText(/^x\d$/)).toHaveText(['x1', 'x2', 'x3']);
    await expect(many.getByText('+2 more')).toBeVisible();
    await expect(one.getByText('1 item', { exact: true })).toBeVisible();
    await expect(one.getByText(/more$/)).toHaveCount(0);
    await noViolationInMain(page, ['dark', 'light']);
  });

  test('none yet', async ({ page }) => {
    await logInMadeUp(page, madeUpSession('Amina'));
    await page.route(LIST, (route) => route.fulfill({ json: [] }));
    await page.goto('/orders');
    await expect(main(page).getByText('No orders yet')).toBeVisible();
    await expect(main(page).getByText('Start shopping to see your orders here.')).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Browse Products' })).toHaveAttribute(
      'href',
      '/products',
    );
    await noViolationInMain(page);
  });

  test.describe('that is unavailable', () => {
    test.use({ allowConsole: [/api\/order\/my-orders/] });

    test('says so; Retry reloads the page, or keeps it without a network', async ({
      page,
      context,
    }) => {
      await logInMadeUp(page, madeUpSession('Amina'));
      let up = false;
      await page.route(LIST, (route) =>
        up ? route.fulfill({ json: [anOrder('order-00001')] }) : route.abort(),
      );
      await page.goto('/orders');
      await expect(main(page).getByText('Failed to load orders')).toBeVisible();
      await expect(main(page).getByText('Please try again later.')).toBeVisible();
      await noViolationInMain(page);

      const retry = main(page).getByRole('button', { name: 'Retry' });
      await context.setOffline(true);
      await page.evaluate(() => Object.assign(window, { same: true }));
      await retry.click();
      await expect(main(page).getByText('Failed to load orders')).toBeVisible();
      await expect(main(page)).toBeFocused();
      expect(await page.evaluate(() => 'same' in window)).toBe(true);

      await context.setOffline(false);
      up = true;
      await retry.click();
      await expect(rows(page)).toHaveCount(1);
      expect(await page.evaluate(() => 'same' in window)).toBe(false);
    });
  });

  test('another customer who logs in in another tab sees none of hers', async ({
    page,
    context,
  }) => {
    await logInMadeUp(page, madeUpSession('Amina'));
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await context.route(LIST, async (route) => {
      const hers = route.request().headers().authorization === 'Bearer made-up-Amina';
      if (!hers) await released;
      await route.fulfill({ json: [anOrder(hers ? 'order-AMINA' : 'order-0BOLA')] });
    });
    await page.goto('/orders');
    await expect(page.getByRole('heading', { name: 'Order #AMINA' })).toBeVisible();

    // A page without our scripts, which would hold a session in memory.
    const tab = await context.newPage();
    await tab.goto('/robots.txt');
    await tab.evaluate(
      (session) => localStorage.setItem('turare:session', JSON.stringify(session)),
      madeUpSession('Bola'),
    );
    await expect(main(page).locator('[data-skeleton]')).toHaveCount(3);
    await expect(page.getByText('#AMINA')).toHaveCount(0);
    release();
    await expect(page.getByRole('heading', { name: 'Order #0BOLA' })).toBeVisible();
  });
});
