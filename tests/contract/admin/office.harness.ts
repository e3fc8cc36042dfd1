import { randomBytes } from 'node:crypto';
import { cookieHeader } from '#backend/office/frame/cookie.ts';
import { originOf } from '#backend/office/origin.ts';
import { officeRoutes } from '#backend/office-routes.ts';
import type { Role } from '#backend/staff/actor.ts';
import { openStaffSession } from '#backend/staff/sessions.ts';
import { staff } from '#backend/staff/tables.ts';
import { openShop, type TestShop } from '../shop.harness.ts';
import { formsOf, type SeenForm } from './html.harness.ts';

/** Every address of the back office. Nothing is done at them here. */
export const routes = officeRoutes({} as Parameters<typeof officeRoutes>[0]);

/** A page of the back office as a test reads it. */
export interface Seen {
  status: number;
  headers: Headers;
  html: string;
  /** The page's words without markup, with spaces as a reader sees them. */
  text: string;
  /** The target of a redirect. */
  location: string | null;
  forms: SeenForm[];
}

/** One of the merchant's people with a signed-in browser. */
export interface Person {
  id: string;
  name: string;
  role: Role;
  token: string;
  /** Opens a page and follows no redirect. */
  open(path: string): Promise<Seen>;
  /**
   * Opens `page`, fills in the form that is sent to `action`, sends it, and follows the redirect after success.
   * @param fields - the typed values; others keep the value that the form shows. null leaves a field out.
   */
  submit(page: string, action: string, fields?: Fields): Promise<Seen>;
  /** Sends a form of a page that was opened before. Follows no redirect. */
  send(form: SeenForm, fields?: Fields, headers?: Record<string, string>): Promise<Seen>;
}

type Fields = Record<string, string | readonly string[] | File | readonly File[] | null>;

/** A shop whose back office is on. */
export interface OfficeShop extends TestShop {
  origin: string;
  /** Adds a person and signs that person in. */
  signIn(role: Role, name?: string): Promise<Person>;
}

/** Opens a shop for one test file, like openShop, with the back office on. */
export async function openOffice(
  options: Parameters<typeof openShop>[0] = {},
): Promise<OfficeShop> {
  const shop = await openShop({ ...options, settings: { ADMIN: 'on', ...options.settings } });
  const origin = originOf({
    PUBLIC_API_URL:
      options.settings?.PUBLIC_API_URL ?? options.settings?.SITE_URL ?? 'http://127.0.0.1:4321',
  });
  return {
    ...shop,
    origin,
    async signIn(role, name = `${role} ${randomBytes(3).toString('hex')}`) {
      const { db } = shop.services;
      const id = randomBytes(8).toString('hex');
      await db.insert(staff).values({ id, name, role });
      const token = await openStaffSession(db, id);
      return { id, name, role, token, ...browser(shop, origin, cookieHeader(origin, token)) };
    },
  };
}

/** Returns a browser with this cookie; '' for one without a session. */
export function browser(
  { app }: Pick<TestShop, 'app'>,
  origin: string,
  cookie: string,
): Pick<Person, 'open' | 'submit' | 'send'> {
  const seen = async (answer: Response): Promise<Seen> => {
    const html = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      html,
      text: textOf(html),
      location: answer.headers.get('location'),
      forms: formsOf(html),
    };
  };
  const sent: Record<string, string> = cookie ? { cookie } : {};
  const open = async (path: string) => seen(await app.request(origin + path, { headers: sent }));
  const send: Person['send'] = async (form, fields = {}, headers = {}) =>
    seen(
      await app.request(origin + form.action, {
        method: 'POST',
        headers: { ...sent, origin, ...headers },
        body: bodyOf(form, fields),
      }),
    );
  return {
    open,
    send,
    async submit(page, action, fields) {
      const form = (await open(page)).forms.find((each) => each.action === action);
      if (!form) throw new Error(`${page} has no form for ${action}`);
      const answer = await send(form, fields);
      return answer.status === 303 && answer.location ? open(answer.location) : answer;
    },
  };
}

/** Returns the bytes of a page with its style sheets, before compression. */
export async function weigh(person: Pick<Person, 'open'>, path: string): Promise<number> {
  const { html } = await person.open(path);
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)];
  const styles = await Promise.all(sheets.map(([, sheet = '']) => person.open(sheet)));
  if (styles.length === 0 || styles.some(({ status }) => status !== 200))
    throw new Error(`${path} has no style sheet, or one that does not come`);
  return [html, ...styles.map((style) => style.html)].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  );
}

/** The most bytes of a page. */
export const MOST_BYTES = 40_000;

function bodyOf(form: SeenForm, changes: Fields): FormData | URLSearchParams {
  const body = form.multipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of form.fields) {
    if (!(name in changes)) body.append(name, value);
  }
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) continue;
    for (const each of Array.isArray(value) ? value : [value]) body.append(name, each);
  }
  return body;
}

/** Returns the words of a page. */
const textOf = (html: string): string =>
  html
    .replace(/<(script|style|head)[^>]*>.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
