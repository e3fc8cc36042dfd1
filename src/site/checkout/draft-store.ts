import { persistentAtom } from '@nanostores/persistent';
import { $session } from '#site/session/session-store.ts';
import { isRecord, readJson } from '#site/storage/json.ts';
import { DRAFT_KEY, DRAFT_OWNER_KEY } from '#site/storage/keys.ts';

/** What a shopper has typed at checkout: never anything of a card, which is entered at Paystack alone. */
export interface Draft {
  fullName: string;
  email: string;
  phone: string;
  address: string;
  state: string;
  city: string;
  /** Name of the chosen shipping place. */
  shippingLocation: string;
}

/** What the server renders. */
export const EMPTY_DRAFT: Draft = {
  fullName: '',
  email: '',
  phone: '',
  address: '',
  state: '',
  city: '',
  shippingLocation: '',
};

const KEYS = Object.keys(EMPTY_DRAFT) as (keyof Draft)[];

/** Reads a stored draft, field by field; a field that is none counts as empty. */
export function decodeDraft(text: string): Draft {
  const value = readJson(text);
  if (!isRecord(value)) return EMPTY_DRAFT;
  const draft = { ...EMPTY_DRAFT };
  for (const key of KEYS) {
    const field = value[key];
    if (typeof field === 'string') draft[key] = field.slice(0, 1000);
  }
  return draft;
}

/** The draft, kept over reloads and dropped networks. Tabs do not type into one another. */
export const $draft = persistentAtom<Draft>(DRAFT_KEY, EMPTY_DRAFT, {
  listen: false,
  decode: decodeDraft,
  encode: ((draft: Draft) =>
    KEYS.some((key) => draft[key] !== '') ? JSON.stringify(draft) : undefined) as (
    draft: Draft,
  ) => string,
});

/** Who was logged in when the draft was typed: her user id, or '' for a guest. */
const $owner = persistentAtom<string>(DRAFT_OWNER_KEY, '');

/** Writes some fields of the draft. */
export function keepDraft(fields: Partial<Draft>): void {
  const session = $session.get();
  if (session) $owner.set(session.user.id);
  $draft.set({ ...$draft.get(), ...fields });
}

/** Forgets the draft: after a paid order, or for who comes next to this device. */
export function dropDraft(): void {
  $owner.set('');
  $draft.set(EMPTY_DRAFT);
}

// An expired session keeps what she typed for when she is back; nobody else who logs in gets to see it.
$session.subscribe((session) => {
  const owner = $owner.get();
  if (session && owner && owner !== session.user.id) dropDraft();
});
// Logging out, in another tab, has taken it away (session/signed-in.ts).
$owner.listen((owner, before) => {
  if (before && !owner) $draft.set(EMPTY_DRAFT);
});
