import { useEffect, useId, useRef } from 'react';
import { formatNaira } from '#domain/money/money.ts';
import { $draft, keepDraft } from '#site/checkout/draft-store.ts';
import { TextField } from '#site/forms/Field.tsx';
import { CODE_KEY } from '#site/storage/keys.ts';
import { tab } from '#site/storage/tab.ts';
import type { Quote } from './use-quote.ts';

/** The most characters of a typed code (contract). */
export const MOST_CODE = 100;

/** Returns the typed code, or that of the link that led to this visit (frame/early.ts stores it), which counts once. */
export function takeCode(): string {
  const linked = new URLSearchParams(tab.get(CODE_KEY) ?? '').get('code')?.trim();
  tab.drop(CODE_KEY);
  if (linked) keepDraft({ code: linked.slice(0, MOST_CODE) });
  return $draft.get().code;
}

/** The state of a code at checkout. */
export interface Code {
  typed: string;
  /** The code in the quote; not updated while typing. */
  applied: string;
  /** Whether the order is being sent. Then no field takes the focus. */
  pending: boolean;
  /** The server's refusal of it with the order. */
  error: string | undefined;
  onType: (code: string) => void;
  onApply: (code: string) => void;
}

/** The field for a code, its discount and its error. `note` says what happens to a code that it replaced. */
export function PromotionCodeField({
  code,
  quote,
  note,
}: {
  code: Code;
  quote: Quote;
  note: string | undefined;
}) {
  const { typed, applied, pending, error, onType, onApply } = code;
  const isApplied = applied !== '' && applied === typed;
  // The drawer also has this field.
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const wrong = error ?? (isApplied ? quote.answer?.refused?.message : undefined);
  const isKept = useRef(typed !== '');
  useEffect(() => {
    // Opens the fold to show a stored code, or what is wrong with one.
    const fold = field.current?.closest('details');
    if (fold && (error || isKept.current)) fold.open = true;
    if (error && !pending) field.current?.focus();
  }, [error, pending]);
  return (
    <fieldset className="min-w-0 pb-4" disabled={pending}>
      <TextField
        label="Code"
        name="code"
        id={id}
        ref={field}
        className="input min-w-0 flex-1"
        value={typed}
        maxLength={MOST_CODE}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="done"
        required={false}
        error={wrong}
        flow
        aside={
          <button type="button" className="button-quiet px-4" onClick={() => onApply(typed)}>
            Apply
          </button>
        }
        extra={
          <div className="text-small">
            {isApplied && !wrong && (
              <Given
                quote={quote}
                onRemove={() => {
                  onApply('');
                  field.current?.focus();
                }}
              />
            )}
            {note && <p>{note}</p>}
          </div>
        }
        onChange={({ target }) => onType(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // It does not send the form.
          event.preventDefault();
          onApply(typed);
        }}
      />
    </fieldset>
  );
}

/** The code's discount, with a button that removes it. */
function Given({ quote: { answer }, onRemove }: { quote: Quote; onRemove: () => void }) {
  const given = answer?.applied.find(({ code, own }) => code !== undefined && !own);
  if (!given) return null;
  // Free delivery is worth nothing before there is a fee.
  const off = given.amount > 0 ? `${formatNaira(given.amount)} off` : 'counted with the delivery';
  return (
    <p className="flex items-center justify-between gap-3">
      <span>
        {given.label}: {off}
      </span>
      <button
        type="button"
        className="link min-h-11"
        aria-label={`Remove the code ${given.code}`}
        onClick={onRemove}
      >
        Remove
      </button>
    </p>
  );
}
