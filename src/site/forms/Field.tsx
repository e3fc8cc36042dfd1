import type { ComponentProps, ReactNode } from 'react';

/** What every field has around its control. */
export interface Shell {
  label: string;
  name: string;
  error: string | undefined;
  /** A word beneath the control while there is no error. */
  note?: string | undefined;
  /** Something larger beneath the control. */
  extra?: ReactNode;
  /** Keeps two lines free beneath the control, for a note or an error that is long. */
  roomy?: boolean;
  /** Reads out a note or `extra` that comes later; what is wrong is read with the control, as it gets the focus. */
  live?: boolean;
}

/** In a form that is filled once, names of fields are read, not glanced at: larger than a caption. */
export const LABEL = 'text-small tracking-[0] text-ink normal-case';

/** What the control itself must say. */
export const wiring = ({ name, error, note, extra }: Shell) => ({
  id: name,
  name,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error || note || extra ? `${name}-note` : undefined,
});

/**
 * What is wrong stands in the space between the fields and moves nothing: it comes and goes as a field is
 * left, which is the moment at which the finger is on its way to a button.
 */
export function Frame(props: Shell & { children: ReactNode }) {
  const { label, name, error, note, extra, roomy, live, children } = props;
  const beneath = (
    <>
      {!error && note && <p className="field-hint">{note}</p>}
      {extra}
    </>
  );
  return (
    <div className="field relative">
      <label htmlFor={name} className={LABEL}>
        {label}
      </label>
      {children}
      {(error || note || extra || roomy || live) && (
        <div
          id={`${name}-note`}
          className={
            roomy ? 'min-h-[2lh] text-caption' : extra ? undefined : 'absolute top-full left-0 pt-1'
          }
        >
          {error && <p className="field-error">{error}</p>}
          {live ? <div aria-live="polite">{beneath}</div> : beneath}
        </div>
      )}
    </div>
  );
}

/** A line of text with its label, and beneath it what is wrong with it. */
export function TextField(props: Shell & ComponentProps<'input'>) {
  const { label, error, note, extra, ...input } = props;
  return (
    <Frame label={label} name={input.name} error={error} note={note} extra={extra}>
      <input className="input" required {...input} {...wiring(props)} />
    </Frame>
  );
}

/** A choice with its label; the empty option says what to choose. */
export function SelectField(
  props: Shell &
    ComponentProps<'select'> & {
      empty: string;
      options: readonly { value: string; text: string }[];
    },
) {
  const { label, error, note, extra, live = false, empty, options, ...select } = props;
  return (
    <Frame label={label} name={select.name} error={error} note={note} extra={extra} live={live}>
      <select className="select" required {...select} {...wiring(props)}>
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
