import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Role } from '#backend/staff/actor.ts';
import { openStaffSession } from '#backend/staff/sessions.ts';
import { staff } from '#backend/staff/tables.ts';
import { inOwnShop } from './own-shop.ts';

/** The origin of the back office in the browser tests: passkeys refuse 127.0.0.1. */
export const OFFICE = `http://localhost:${process.env.E2E_PORT}`;

/** Adds a person to the shop's people and signs this browser in as that person. @returns the name. */
export async function signedIn(page: Page, role: Role): Promise<string> {
  const id = randomBytes(8).toString('hex');
  const name = `${role} ${id.slice(0, 4)}`;
  let token = '';
  await inOwnShop(async (db) => {
    await db.insert(staff).values({ id, name, role });
    token = await openStaffSession(db, id);
  });
  await page.context().addCookies([
    {
      name: 'turare-admin',
      value: token,
      domain: 'localhost',
      path: '/admin',
      httpOnly: true,
      sameSite: 'Strict',
    },
  ]);
  return name;
}
