import type { APIRequestContext, Page } from '@playwright/test';
import { createEvents } from '#backend/emails/subscribers.ts';
import { recordStep } from '#backend/fulfilment/steps.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { expect } from './fixtures.ts';
import { inOwnShop } from './own-shop.ts';
import { beginPayment, cartLine } from './seed.ts';
import { KHAMRAH } from './shop.ts';

const ACTOR = { name: 'Bola', role: 'owner' } as const;

/** Returns the texts of the emails to an address, newest first. */
export async function mailsTo(request: APIRequestContext, email: string) {
  const answer = await request.get(`/dev/mail.json?to=${encodeURIComponent(email)}`);
  return (await answer.json()) as { subject: string; text: string }[];
}

/** Pays for two bottles and has them delivered. Returns the address of the order with the secret of its link. */
export async function deliveredOrder(
  page: Page,
  email: string,
  request = page.request,
): Promise<URL> {
  const line = { ...(await cartLine(request, KHAMRAH.id)), quantity: 2 };
  const { authorization_url } = await beginPayment(request, [line], email);
  await page.goto(authorization_url);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  const [link] = (await mailsTo(request, email)).flatMap(
    ({ text }) => /https?:\S+\/orders\/\S+#key=\S+/.exec(text) ?? [],
  );
  const address = new URL(link ?? '');
  const id = address.pathname.replace(/.*\//, '');
  const settings = readSettings({ DATA_DIR: process.env.E2E_DATA_DIR });
  await inOwnShop(async (db) => {
    const shop = { db, events: createEvents(settings, []) };
    const shipped = { step: 'shipped', courier: 'GIG', trackingNumber: null } as const;
    for (const step of [shipped, { step: 'delivered' } as const])
      expect(await recordStep(shop, id, { ...step, actor: ACTOR })).toMatchObject({ ok: true });
  });
  return address;
}
