import { isRecord } from '#contract/reading/record.ts';
import { EXTRA_NAMES, type ExtraName } from '#domain/orders/order-extra-names.ts';
import { $destination } from '#site/delivery/destination-store.ts';
import { $session } from '#site/session/session-store.ts';
import { readJson } from '#site/storage/json.ts';
import { DRAFT_KEY, DRAFT_OWNER_KEY } from '#site/storage/keys.ts';
import { persistent } from '#site/storage/persistent.ts';

/** The text that a shopper typed at checkout. It has no card data: only the payment provider asks for that. */
export interface Draft extends Record<ExtraName, string> {
  fullName: string;
  email: string;
  phone: string;
  address: string;
  state: string;
  city: string;
  /** Name of the chosen shipping place. */
  shippingLocation: string;
  /** The code of a promotion. */
  code: string;
  /** 'yes' if a gift goes to somebody else, with the name and phone for the courier. */
  elsewhere: string;
  receiverName: string;
  receiverPhone: string;
}

export type FieldName = keyof Draft;

/** The draft that the server renders. */
export const EMPTY_DRAFT: Draft = {
  fullName: '',
  email: '',
  phone: '',
  address: '',
  state: '',
  city: '',
  shippingLocation: '',
  code: '',
  elsewhere: '',
  receiverName: '',
  receiverPhone: '',
  ...(Object.fromEntries(EXTRA_NAMES.map((name) => [name, ''])) as Record<ExtraName, ''>),
};

/** The form's fields, topmost first. */
export const FIELDS = Object.keys(EMPTY_DRAFT) as (keyof Draft)[];

/** The draft without a city that is not in its state. `areas`: those of the state; undefined while they load. */
export const consistent = (draft: Draft, areas: readonly string[] | undefined): Draft =>
  draft.city && areas && !areas.includes(draft.city) ? { ...draft, city: '' } : draft;

/** Reads a stored draft. Invalid fields are empty. */
export function decodeDraft(text: string): Draft {
  const value = readJson(text);
  if (!isRecord(value)) return EMPTY_DRAFT;
  const draft = { ...EMPTY_DRAFT };
  for (const key of FIELDS) {
    const field = value[key];
    if (typeof field === 'string') draft[key] = field.slice(0, 1000);
  }
  return draft;
}

/** The draft, which survives reloads and lost connections. Other tabs do not change it. */
export const $draft = persistent<Draft>(DRAFT_KEY, EMPTY_DRAFT, {
  listen: false,
  decode: decodeDraft,
  encode: (draft) => (FIELDS.some((key) => draft[key] !== '') ? JSON.stringify(draft) : undefined),
});

/** Id of the customer who typed the draft; '' for a guest. */
const $owner = persistent(DRAFT_OWNER_KEY, '', { decode: (id) => id, encode: (id) => id });

/** Stores some fields of the draft. */
export function keepDraft(fields: Partial<Draft>): void {
  const session = $session.get();
  if (session) $owner.set(session.user.id);
  $draft.set({ ...$draft.get(), ...fields });
}

/** Begins a draft that knows no state with the destination that this device has chosen elsewhere. */
export function beginDraft(): void {
  const chosen = $destination.get();
  const { state, shippingLocation } = $draft.get();
  if (!chosen || state || shippingLocation) return;
  keepDraft({ state: chosen.state, city: chosen.area, shippingLocation: chosen.place });
}

/** Removes the draft, after a paid order or for the next person at this device. */
export function dropDraft(): void {
  $owner.set('');
  $draft.set(EMPTY_DRAFT);
}

// The draft survives an expired session of its owner, and is removed if another customer logs in.
$session.subscribe((session) => {
  const owner = $owner.get();
  if (session && owner && owner !== session.user.id) dropDraft();
});
// A logout in another tab has removed it (session/signed-in.ts).
$owner.listen((owner, before) => {
  if (before && !owner) $draft.set(EMPTY_DRAFT);
});
