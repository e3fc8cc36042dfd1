import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { formatNaira } from '#domain/money/money.ts';
import { LABEL } from '#site/forms/Field.tsx';
import type { Quote } from '#site/promotions/use-quote.ts';
import { MOST_CODE } from './draft-store.ts';

/** A code as the checkout has it. */
export interface Code {
  typed: string;
  /** What the quote is about. */
  applied: string;
  /** What the server said of it when it refused the order. */
  error: string | undefined;
  onType: (code: string) => void;
  onApply: (code: string) => void;
}

/** 'Have a code?': a field, what the code gives, and what is wrong with it. */
export function CodeField({ code, quote }: { code: Code; quote: Quote }) {
  const { typed, applied, error, onType, onApply } = code;
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isAsked = applied.trim() !== '' && typed === applied;
  const wrong = error ?? (isAsked ? quote.answer?.refused?.message : undefined);
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  const apply = (event: SubmitEvent) => {
    event.preventDefault();
    onApply(typed);
  };
  return (
    <details
      className="border-t border-hairline"
      open={isOpen || typed !== ''}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-12 cursor-pointer items-center">
        <span className="link">Have a code?</span>
      </summary>
      <form onSubmit={apply} noValidate className="field pb-4">
        <label htmlFor="code" className={LABEL}>
          Code
        </label>
        <div className="flex gap-3">
          <input
            ref={field}
            className="input min-w-0 flex-1"
            id="code"
            name="code"
            value={typed}
            maxLength={MOST_CODE}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            aria-invalid={wrong ? true : undefined}
            aria-describedby="code-note"
            onChange={({ target }) => onType(target.value)}
          />
          <button type="submit" className="button-quiet px-4">
            Apply
          </button>
        </div>
        <div id="code-note" aria-live="polite" className="text-small">
          {wrong && <p className="field-error">{wrong}</p>}
          {isAsked && !wrong && (
            <Given
              quote={quote}
              onRemove={() => {
                onApply('');
                field.current?.focus();
              }}
            />
          )}
        </div>
      </form>
    </details>
  );
}

/** What the code takes off, with the way to take it out again. */
function Given({ quote: { answer }, onRemove }: { quote: Quote; onRemove: () => void }) {
  const given = answer?.applied.find(({ code }) => code !== undefined);
  if (!given) return null;
  // Free delivery takes nothing off before there is a fee.
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
