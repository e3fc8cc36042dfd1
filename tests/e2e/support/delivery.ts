import type { Page, Route } from '@playwright/test';
import type { ShippingPlace } from '#contract/app-data.ts';

/** The call for places, fees and the shop's clock. */
export const PLACES_CALL = '**/api/app-data/shipping-addresses';

/** Places of a shop: two that serve Eti-Osa, one of Kano, and one of Borno that leaves out most of it. */
export const PLACES: ShippingPlace[] = [
  { place: 'Store pickup – Ikoyi, Lagos', amount: 0, state: 'Lagos', areas: null },
  { place: 'Lagos – Ikeja', amount: 3000, state: 'Lagos', areas: ['Ikeja'] },
  { place: 'Lagos – Island', amount: 2500, state: 'Lagos', areas: ['Eti-Osa'] },
  { place: 'Lagos – Lekki', amount: 3200, state: 'Lagos', areas: ['Eti-Osa'] },
  { place: 'Kano – City', amount: 7000, state: 'Kano', areas: null },
  { place: 'Borno – Maiduguri', amount: 9500, state: 'Borno', areas: ['Maiduguri'] },
];

/** Answers with PLACES, from a server where it is this time in Lagos ('2026-11-23T09:50'). */
export const answerAt =
  (lagos: string, places: readonly ShippingPlace[] = PLACES) =>
  (route: Route) =>
    route.fulfill({
      json: places,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'Date',
        date: new Date(Date.parse(`${lagos}+01:00`)).toUTCString(),
      },
    });

/** Sets the shop's clock, which every answer of the API tells, and the device's, which may differ. */
export async function setClocks(page: Page, lagos: string, device = lagos): Promise<void> {
  await page.clock.setFixedTime(Date.parse(`${device}+01:00`));
  await tellDate(page, new Date(Date.parse(`${lagos}+01:00`)).toUTCString());
  await page.route(PLACES_CALL, answerAt(lagos));
}

/** Gives every answer of the API this `Date` header. */
export const tellDate = (page: Page, date: string) =>
  page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), date, 'access-control-expose-headers': 'Date' };
    await route.fulfill({ response, headers });
  });

/** Finds the delivery line of a product page, on screen. */
export async function deliveryLine(page: Page) {
  const line = page.locator('.delivery');
  await line.scrollIntoViewIfNeeded();
  return line;
}

/** Chooses state and area on a product page. */
export async function chooseArea(page: Page, state: string, area: string): Promise<void> {
  const line = await deliveryLine(page);
  if (!(await line.getByLabel('State').isVisible()))
    await line.getByText(/^(Your place|Change)$/).click();
  await line.getByLabel('State').selectOption(state);
  await line.getByLabel('Local government area').selectOption(area);
}
