import { noViolation } from '../support/axe.ts';
import {
  answerAt,
  chooseArea,
  deliveryLine,
  PLACES_CALL,
  setClocks,
  tellDate,
} from '../support/delivery.ts';
import { expect, test } from '../support/fixtures.ts';
import { shifted, watchShifts } from '../support/layout-shift.ts';
import { seedStorage } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import { OUD } from './product-page.ts';

test.use({ allowConsole: [/shipping-addresses/] });

const POLICY = /Lagos: the next working day\. Elsewhere: 2 to 5 working days\./;

test.describe('the delivery line', () => {
  // Monday 23 November 2026; the device's time differs, and does not count.
  for (const [when, lagos, day, orderBy] of [
    ['before noon', '2026-11-23T09:50', 'Tuesday, November 24', 'Order within 2 h 10 min.'],
    ['from noon on', '2026-11-23T12:00', 'Wednesday, November 25', 'Order by noon tomorrow.'],
    [
      'on a Friday afternoon',
      '2026-11-27T15:00',
      'Tuesday, December 1',
      'Order by noon on Monday.',
    ],
    ['before a holiday', '2026-09-30T11:00', 'Friday, October 2', 'Order within 1 h.'],
  ] as const) {
    test(`shows ${when} the date by the shop’s clock`, async ({ page }) => {
      await setClocks(page, lagos, '2026-11-25T03:00');
      await watchShifts(page);
      await page.goto(OUD);
      const line = await deliveryLine(page);
      await expect(line).toContainText(`In Lagos on ${day}`);
      await expect(line).toContainText(orderBy);
      await expect(line).toContainText('Elsewhere between');
      await expect(line).toContainText(/Delivery from ₦[\d,]+\./);
      await expect(line).not.toContainText('device');
      expect(await shifted(page)).toBe(0);
    });
  }

  test('names a holiday that may move the date', async ({ page }) => {
    await setClocks(page, '2027-03-08T10:00');
    await page.goto(OUD);
    await expect(await deliveryLine(page)).toContainText(
      'The Eid-el-Fitr holiday is expected on Tuesday, March 9. If it moves, so may this date.',
    );
  });

  test('uses the device’s clock if the shop’s cannot be read, and says so', async ({ page }) => {
    await page.clock.setFixedTime(Date.parse('2026-11-23T09:50+01:00'));
    await tellDate(page, 'soon');
    // A page with a discount also asks the site's own host for the time.
    await page.route('/', (route) => route.fulfill({ headers: { date: 'soon' } }));
    await page.goto(OUD);
    await expect(await deliveryLine(page)).toContainText(
      'Order within 2 h 10 min, by your device’s clock.',
    );
  });

  test('shows the fee and the date of an area, also on the next page and after a reload', async ({
    page,
  }) => {
    await setClocks(page, '2026-11-23T09:50');
    await page.goto(OUD);
    const line = await deliveryLine(page);
    await chooseArea(page, 'Kano', 'Dala');
    await expect(line).toContainText('With you between Wed, Nov 25 and Mon, Nov 30');
    await expect(line).toContainText('₦7,000: Kano – City.');
    await expect(line.getByRole('radio', { name: /Kano – City/ })).toBeChecked();
    await noViolation(page);
    for (const path of [KHAMRAH.path, OUD]) {
      await page.goto(path);
      await expect(await deliveryLine(page)).toContainText('With you between Wed, Nov 25');
      await expect(line.getByText('Change')).toBeVisible();
    }
  });

  test('lets the shopper choose if two places serve her area, and offers pick-up', async ({
    page,
  }) => {
    await setClocks(page, '2026-11-23T09:50');
    await page.goto(OUD);
    const line = await deliveryLine(page);
    await chooseArea(page, 'Lagos', 'Eti-Osa');
    await expect(line.getByRole('group', { name: 'Which of these is yours?' })).toBeVisible();
    await expect(line.getByRole('radio')).toHaveCount(3);
    await expect(line.getByRole('radio', { checked: true })).toHaveCount(0);
    await line.getByRole('radio', { name: 'Lagos – Lekki ₦3,200' }).check();
    await expect(line).toContainText('With you on Tuesday, November 24');
    await expect(line).toContainText('₦3,200: Lagos – Lekki.');
    await line.getByRole('radio', { name: /Store pickup/ }).check();
    await expect(line).toContainText('Ready to collect on Tuesday, November 24');
    await expect(line).toContainText('Free: Store pickup');
    // One place for two areas; another area has another place.
    await chooseArea(page, 'Lagos', 'Ikeja');
    await expect(line).toContainText('₦3,000: Lagos – Ikeja.');
  });

  test('says so if no place serves the area, or none is in the state', async ({ page }) => {
    await setClocks(page, '2026-11-23T09:50');
    await page.goto(OUD);
    const line = await deliveryLine(page);
    await chooseArea(page, 'Borno', 'Bama');
    await expect(line).toContainText('We do not deliver to Bama, Borno yet');
    await expect(line.getByText('Elsewhere in Borno:')).toBeVisible();
    await line.getByRole('radio', { name: /Maiduguri/ }).check();
    await expect(line).toContainText('₦9,500: Borno – Maiduguri.');
    await chooseArea(page, 'Abia', 'Bende');
    await expect(line).toContainText('We do not deliver to Bende, Abia yet');
    await expect(line.getByRole('radio')).toHaveCount(0);
    await noViolation(page);
  });

  test('keeps the general text while the shop is slow or unreachable', async ({ page }) => {
    const asked = Promise.withResolvers<import('@playwright/test').Route>();
    await page.route(PLACES_CALL, asked.resolve);
    await seedStorage(page, {
      'turare:destination': { state: 'Kano', area: 'Dala', place: 'Kano – City' },
    });
    await page.goto(OUD);
    const line = await deliveryLine(page);
    const route = await asked.promise;
    await expect(line).toContainText(/Delivery from ₦/);
    await expect(line).toContainText(POLICY);
    await page.route(PLACES_CALL, (late) => late.abort());
    await route.abort();
    await line.getByText('Change').click();
    await expect(line.getByText('Failed to load shipping locations')).toBeVisible();
    await expect(line).toContainText(POLICY);
    await page.unroute(PLACES_CALL);
    await page.route(PLACES_CALL, answerAt('2026-11-23T09:50'));
    await line.getByRole('button', { name: 'Try again' }).click();
    await expect(line.getByLabel('State')).toHaveValue('Kano');
    await expect(line.getByText('Change')).toBeFocused();
  });

  test('informs a shopper whose place the shop has removed', async ({ page }) => {
    await setClocks(page, '2026-11-23T09:50');
    await seedStorage(page, {
      'turare:destination': { state: 'Jigawa', area: 'Dutse', place: 'Jigawa – Dutse' },
    });
    await page.goto(OUD);
    await expect(await deliveryLine(page)).toContainText('We no longer deliver to Jigawa – Dutse');
  });

  test('asks for nothing before it is on screen', async ({ page }) => {
    let calls = 0;
    await seedStorage(page, {
      'turare:destination': { state: 'Kano', area: 'Dala', place: 'Kano – City' },
    });
    await page.route(PLACES_CALL, (route) => {
      calls++;
      return answerAt('2026-11-23T09:50')(route);
    });
    await page.setViewportSize({ width: 390, height: 500 });
    await page.goto(OUD);
    await expect(
      page.getByRole('button', { name: 'Share' }).or(page.locator('.share')),
    ).toBeAttached();
    expect(calls).toBe(0);
    await expect(await deliveryLine(page)).toContainText('With you between');
    expect(calls).toBe(1);
  });

  // As in busy browsers: the first of two reports was made before the line came on screen.
  test('is filled even if the browser reports two moments at once', async ({ page }) => {
    await page.addInitScript(() => {
      const { IntersectionObserver: Native } = window;
      window.IntersectionObserver = class extends Native {
        constructor(act: IntersectionObserverCallback, options?: IntersectionObserverInit) {
          const unseen = { isIntersecting: false } as IntersectionObserverEntry;
          super((entries, observer) => act([unseen, ...entries], observer), options);
        }
      };
    });
    await setClocks(page, '2026-11-23T09:50');
    await page.goto(OUD);
    await expect(await deliveryLine(page)).toContainText('In Lagos on');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the line has its general text', async ({ page }) => {
    await page.goto(OUD);
    const line = page.locator('.delivery');
    await expect(line).toContainText(/Delivery from ₦/);
    await expect(line).toContainText(POLICY);
  });
});
