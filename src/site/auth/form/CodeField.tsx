import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { FieldShell, type Shell, wiring } from '#site/forms/Field.tsx';
import { CODE_LENGTH, codeOf } from './code.ts';

const CELLS = Array.from({ length: CODE_LENGTH }, (_, index) => index);

/**
 * The input over the cells. Its digits have equal width and are in the middle of their cells. It is wider than the
 * cells: otherwise it would scroll when the caret is after the last digit.
 */
const DIGITS =
  'absolute inset-y-0 left-0 w-[calc(7*var(--cell))] pl-[calc((var(--cell)-1ch)/2)] font-[family-name:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace] text-[length:min(1.75rem,var(--cell))] tracking-[calc(var(--cell)-1ch)] outline-none [--cell:calc(100cqi/6)]';

interface Props extends Shell {
  /** Receives whether all digits are there, also when the browser filled them in before hydration. */
  onComplete: (complete: boolean) => void;
  onChange: () => void;
  onBlur: () => void;
}

/**
 * The code of an email. It looks like six cells (spec §5) but is one input, so it can be pasted, dictated or filled in
 * by a phone. It has no `maxlength`, which would truncate '12 34-56' before the digits are extracted.
 */
export function CodeField({ onComplete, onChange, onBlur, ...shell }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const read = (target: HTMLInputElement) => {
    const { value, selectionStart } = target;
    const code = codeOf(value);
    if (code !== value) {
      // Keeps the caret after the same digit.
      const caret = codeOf(value.slice(0, selectionStart ?? value.length)).length;
      target.value = code;
      target.setSelectionRange(caret, caret);
    }
    onComplete(code.length === CODE_LENGTH);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed or pasted before hydration
  useLayoutEffect(() => {
    if (input.current) read(input.current);
  }, []);

  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    read(target);
    onChange();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    // With a disabled button the browser would not submit, and the shopper would not learn what is missing.
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <FieldShell {...shell}>
      <div className="code-cells @container relative -mx-1 grid h-16 w-[min(100%+0.5rem,clamp(13.5rem,72vw,21rem))] grid-cols-6 overflow-clip rounded-control outline-offset-3 outline-amber has-focus-visible:outline-2">
        {CELLS.map((cell) => (
          // Above the input, so that its selection does not hide the borders.
          <span
            key={cell}
            className={`pointer-events-none z-1 mx-1 rounded-control border ${
              shell.error
                ? 'border-danger [box-shadow:inset_0_-2px_var(--color-danger)]'
                : 'border-edge'
            }`}
            aria-hidden="true"
          />
        ))}
        <input
          ref={input}
          className={DIGITS}
          required
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          spellCheck={false}
          onChange={change}
          onBlur={onBlur}
          onKeyDown={press}
          {...wiring(shell)}
        />
      </div>
    </FieldShell>
  );
}
