import { $draft, keepDraft } from '#site/checkout/draft-store.ts';
import { CODE_KEY } from '#site/storage/late-keys.ts';
import { tab } from '#site/storage/tab.ts';

/** Characters of a code as it is typed (contract). */
export const MOST_CODE = 100;

/** The code that was typed, or that of a link which led to this visit (frame/early.ts keeps it): that one counts once. */
export function takeCode(): string {
  const linked = new URLSearchParams(tab.get(CODE_KEY) ?? '').get('code')?.trim();
  tab.drop(CODE_KEY);
  if (linked) keepDraft({ code: linked.slice(0, MOST_CODE) });
  return $draft.get().code;
}
