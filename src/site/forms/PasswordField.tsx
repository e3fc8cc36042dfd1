import { type ComponentProps, useState } from 'react';
import { FieldShell, type Shell, wiring } from './Field.tsx';

interface Props extends Shell {
  autoComplete: 'current-password' | 'new-password';
  /** The thing that the toggle shows, in lower case: 'password'. */
  what?: string;
  /** Whether to hide the password, so that the browser does not remember it as the value of a text field. */
  pending: boolean;
}

type Input = Pick<ComponentProps<'input'>, 'onChange' | 'onBlur' | 'enterKeyHint'>;

/** A password, hidden until its button is pressed. */
export function PasswordField(props: Props & Input) {
  const { label, error, note, extra, roomy, what = 'password', pending, ...input } = props;
  const [shown, setShown] = useState(false);
  const visible = shown && !pending;
  return (
    <FieldShell {...props}>
      <div className="relative">
        {/* Edge would show its own toggle. */}
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
          aria-controls={input.id ?? input.name}
          onClick={() => setShown(!shown)}
        >
          {visible ? 'Hide' : 'Show'}
        </button>
      </div>
    </FieldShell>
  );
}

interface NewProps {
  name: string;
  label: string;
  /** The thing that its toggle shows, in lower case: 'new password'. */
  what?: string;
  account: { field: (name: string) => Pick<Shell, 'name' | 'error'> & Input; pending: boolean };
}

export function NewPassword({ name, account: { field, pending }, ...shell }: NewProps) {
  const common = { autoComplete: 'new-password', pending } as const;
  return (
    <>
      <PasswordField
        {...shell}
        {...common}
        enterKeyHint="next"
        note="At least 8 characters, with an uppercase letter, a lowercase letter and a number."
        roomy
        {...field(name)}
      />
      <PasswordField
        label="Confirm Password"
        what="confirmation"
        {...common}
        enterKeyHint="done"
        {...field('confirmPassword')}
      />
    </>
  );
}
