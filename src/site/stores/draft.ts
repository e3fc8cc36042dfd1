import { persistentAtom } from '@nanostores/persistent';
import { isRecord, readJson } from './json.ts';

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
export const $draft = persistentAtom<Draft>('turare:draft', EMPTY_DRAFT, {
  listen: false,
  decode: decodeDraft,
  encode: ((draft: Draft) =>
    KEYS.some((key) => draft[key] !== '') ? JSON.stringify(draft) : undefined) as (
    draft: Draft,
  ) => string,
});

/** Writes some fields of the draft. */
export function keepDraft(fields: Partial<Draft>): void {
  $draft.set({ ...$draft.get(), ...fields });
}

/** Forgets the draft: after a paid order. */
export function dropDraft(): void {
  $draft.set(EMPTY_DRAFT);
}
