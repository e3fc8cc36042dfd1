import type { ComponentProps, ReactNode } from 'react';

interface Shell {
  label: string;
  name: string;
  error: string | undefined;
  /** A help line, read with the field. */
  hint?: ReactNode;
}

/** In a form that is filled once, names of fields are read, not glanced at: larger than a caption. */
export const LABEL = 'text-small tracking-normal text-ink normal-case';

const wiring = (name: string, error: string | undefined, hint: ReactNode) => ({
  id: name,
  name,
  'aria-invalid': error ? true : undefined,
  'aria-describedby':
    [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ') || undefined,
});

function Frame({ label, name, error, hint, children }: Shell & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={name} className={LABEL}>
        {label}
      </label>
      {children}
      {error && (
        <p className="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <div className="field-hint" id={`${name}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}

/** A line of text with its label, and beneath it what is wrong with it. */
export function TextField({ label, error, hint, ...input }: Shell & ComponentProps<'input'>) {
  return (
    <Frame label={label} name={input.name} error={error} hint={hint}>
      <input className="input" required {...input} {...wiring(input.name, error, hint)} />
    </Frame>
  );
}

/** A choice with its label; the empty option says what to choose. */
export function SelectField({
  label,
  error,
  hint,
  empty,
  options,
  ...select
}: Shell &
  ComponentProps<'select'> & {
    empty: string;
    options: readonly { value: string; text: string }[];
  }) {
  return (
    <Frame label={label} name={select.name} error={error} hint={hint}>
      <select className="select" required {...select} {...wiring(select.name, error, hint)}>
        <option value="">{empty}</option>
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Frame>
  );
}
