import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { Frame, type Shell, wiring } from './Field.tsx';

interface Props extends Shell {
  /** What of a text belongs into the code. */
  clean: (text: string) => string;
  /** Told what stands there, also before anyone has typed. */
  onCode: (code: string) => void;
  onChange: () => void;
  onBlur: () => void;
}

/**
 * A code from a mail in one real input, so that it can be pasted, spoken, or filled in by a phone. There is no
 * `maxlength`: it would cut '12 34-56' off before its digits are taken out.
 */
export function CodeField({ clean, onCode, onChange, onBlur, ...shell }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const read = (target: HTMLInputElement) => {
    const { value, selectionStart } = target;
    const code = clean(value);
    if (code !== value) {
      // The caret stays behind the digit that it stood behind.
      const caret = clean(value.slice(0, selectionStart ?? value.length)).length;
      target.value = code;
      target.setSelectionRange(caret, caret);
    }
    onCode(code);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed or pasted before this script
  useLayoutEffect(() => {
    if (input.current) read(input.current);
  }, []);

  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    read(target);
    onChange();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    // A disabled button swallows it, and no one would hear what is missing.
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <Frame {...shell}>
      <input
        ref={input}
        className="input code"
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
    </Frame>
  );
}
