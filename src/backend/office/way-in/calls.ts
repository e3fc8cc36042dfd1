import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import * as z from 'zod';
import { parseKeepable } from '#backend/base/keepable-json.ts';
import { done, REFUSAL_STATUS, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import { giveCookie } from '#backend/office/frame/cookie.ts';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import { defineCall } from '#backend/office/frame/routes.ts';
import { join, joinOptions, signIn, signInOptions } from '#backend/staff/passkeys.ts';
import { shop } from '#config/shop.ts';

// The library verifies the contents of a credential. These are the parts that this code reads itself.
const credential = z.looseObject({
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().max(10_000) }),
  clientExtensionResults: z.looseObject({}).default({}),
});
const secret = z.string().max(100);

const siteOf = ({ office }: PageRequest) => ({ origin: office.origin, name: shop.name });

/** Returns what the page needs to ask the phone for a passkey. */
const options = defineCall({
  path: '/admin/way-in/options',
  answer: async (request) => answer(request, await signInOptions(request.db, siteOf(request))),
});

/** Signs a person in. */
const verify = defineCall({
  path: '/admin/way-in/verify',
  async answer(request) {
    const body = await read(request, z.object({ credential }));
    if (!body) return answer(request, UNREADABLE);
    const passkey = body.credential as unknown as AuthenticationResponseJSON;
    return signedIn(request, await signIn(request.db, siteOf(request), passkey, request.session));
  },
});

/** Returns what the page of a link needs to make a passkey. */
const offer = defineCall({
  path: '/admin/join/options',
  async answer(request) {
    const body = await read(request, z.object({ secret }));
    if (!body) return answer(request, UNREADABLE);
    return answer(request, await joinOptions(request.db, siteOf(request), body.secret));
  },
});

/** Uses up a link. */
const accept = defineCall({
  path: '/admin/join/verify',
  async answer(request) {
    const body = await read(request, z.object({ secret, credential }));
    if (!body) return answer(request, UNREADABLE);
    const passkey = body.credential as unknown as RegistrationResponseJSON;
    return signedIn(request, await join(request.db, siteOf(request), body.secret, passkey));
  },
});

export const wayInCalls = [options, verify, offer, accept];

const UNREADABLE = refuse(
  'invalid',
  'This request does not come from the sign-in page. Load that page again.',
);

async function read<S extends z.ZodType>(
  request: PageRequest,
  schema: S,
): Promise<z.output<S> | null> {
  const text = await request.context.req.text();
  try {
    return schema.safeParse(parseKeepable(text)).data ?? null;
  } catch {
    return null;
  }
}

function signedIn(request: PageRequest, result: Result<string, StaffCode>): Response {
  if (!result.ok) return answer(request, result);
  giveCookie(request.context, request.office.origin, result.value);
  return answer(request, done({}));
}

function answer({ context }: PageRequest, result: Result<object, StaffCode>): Response {
  if (result.ok) return context.json(result.value);
  const { code, message, retryAfter } = result.refusal;
  if (retryAfter !== undefined) context.header('retry-after', String(retryAfter));
  return context.json({ code, message }, REFUSAL_STATUS[code]);
}
