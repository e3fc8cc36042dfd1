import { randomBytes } from 'node:crypto';
import { cookieHeader } from '#backend/office/frame/cookie.ts';
import { originOf } from '#backend/office/origin.ts';
import type { NewProduct } from '#backend/products/fields/writer.ts';
import type { Role } from '#backend/staff/actor.ts';
import { openStaffSession } from '#backend/staff/sessions.ts';
import { staff } from '#backend/staff/tables.ts';
import { openSandboxShop, type SandboxShop } from '../orders/sandbox-shop.harness.ts';
import { product } from '../shop.harness.ts';
import { browser, type OfficeShop, type Person, type Seen } from './office.harness.ts';

/**
 * Opens a shop with its back office on, and Paystack's sandbox over HTTP. A unit of 'oud' with delivery costs ₦13,000.
 * @param more - further products.
 */
export async function openOrdersOffice(
  settings: Record<string, string> = {},
  more: readonly NewProduct[] = [],
): Promise<SandboxShop & Pick<OfficeShop, 'signIn' | 'origin'>> {
  const shop = await openSandboxShop({
    products: [
      product({
        id: 'oud',
        name: 'Oud Royal',
        concentration: 'Eau de Parfum',
        sizeMl: 50,
        stock: 500,
      }),
      ...more,
    ],
    settings: { ADMIN: 'on', RESERVED_PER_EMAIL: '1000', ...settings },
  });
  const origin = originOf({ PUBLIC_API_URL: 'http://127.0.0.1:4321' });
  return {
    ...shop,
    origin,
    async signIn(role: Role, name = `${role} ${randomBytes(3).toString('hex')}`): Promise<Person> {
      const id = randomBytes(8).toString('hex');
      await shop.services.db.insert(staff).values({ id, name, role });
      const token = await openStaffSession(shop.services.db, id);
      return { id, name, role, token, ...browser(shop, origin, cookieHeader(origin, token)) };
    },
  };
}

/** Returns the form of a page that is sent to an action. */
export function formOf(page: Seen, action: string) {
  const form = page.forms.find((each) => each.action === action);
  if (!form)
    throw new Error(`No form for ${action} among ${page.forms.map((each) => each.action)}`);
  return form;
}
