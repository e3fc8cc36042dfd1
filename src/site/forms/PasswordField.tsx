import { type ComponentProps, useState } from 'react';
import { FieldShell, type Shell, wiring } from './Field.tsx';

interface Props extends Shell {
  autoComplete: 'current-password' | 'new-password';
  /** What the toggle shows, in lower case: 'password'. */
  what?: string;
  /** Hides the password, so that the browser does not remember it as the value of a text field. */
  pending: boolean;
}

/** A password, hidden until its button is pressed. */
export function PasswordField(
  props: Props & Pick<ComponentProps<'input'>, 'onChange' | 'onBlur' | 'enterKeyHint'>,
) {
  const { label, error, note, extra, roomy, what = 'password', pending, ...input } = props;
  const [shown, setShown] = useState(false);
  const visible = shown && !pending;
  return (
    <FieldShell {...props}>
      <div className="relative">
        {/* Edge would show a toggle of its own. */}
        <input
          className="input pe-20! [&::-ms-reveal]:hidden"
          required
          type={visible ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          {...wiring(props)}
        />
        <button
          type="button"
          className="js-only absolute inset-y-0 right-0 min-w-16 px-3 text-small underline decoration-amber decoration-1 underline-offset-4 hover:text-amber"
          aria-label={`${visible ? 'Hide' : 'Show'} ${what}`}
          aria-controls={input.name}
          onClick={() => setShown(!shown)}
        >
          {visible ? 'Hide' : 'Show'}
        </button>
      </div>
    </FieldShell>
  );
}
