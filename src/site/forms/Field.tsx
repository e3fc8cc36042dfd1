import type { ComponentProps, ReactNode } from 'react';

/** What every field has around its control. */
export interface Shell {
  label: string;
  name: string;
  /** Where two fields of a page have one name. */
  id?: string;
  error?: string | undefined;
  /** Stands beside the control. */
  aside?: ReactNode;
  /** A hint beneath the control while there is no error. */
  note?: string | undefined;
  /** Something larger beneath the control. */
  extra?: ReactNode;
  /** Reserves two lines beneath the control, for a long note or error. */
  roomy?: boolean;
  /** Announces a note or `extra` that changes. An error needs no live region: its control gets the focus. */
  live?: boolean;
  /**
   * What is beneath the control takes its own room, and is announced, errors too: the control has the focus already.
   */
  flow?: boolean;
}

/** Larger than a caption: the labels of a form that is filled once are read, not glanced at. */
const LABEL = 'text-small tracking-[0] text-ink normal-case';

/** The attributes that tie a control to its label, note and error. */
export const wiring = ({ name, id = name, error, note, extra }: Shell) => ({
  id,
  name,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error || note || extra ? `${id}-note` : undefined,
});

/**
 * A label and a control. The error appears in the space between the fields and moves nothing: it changes as a field
 * loses the focus, while the finger is on its way to a button.
 */
export function FieldShell(props: Shell & { children: ReactNode }) {
  const { label, name, id = name, error, note, extra, roomy, live, flow, aside, children } = props;
  const beneath = (
    <>
      {!error && note && <p className="field-hint">{note}</p>}
      {extra}
    </>
  );
  return (
    <div className="field relative">
      <label htmlFor={id} className={LABEL}>
        {label}
      </label>
      {aside ? (
        <div className="flex gap-3">
          {children}
          {aside}
        </div>
      ) : (
        children
      )}
      {(error || note || extra || roomy || live || flow) && (
        <div
          id={`${id}-note`}
          aria-live={flow ? 'polite' : undefined}
          className={
            flow
              ? 'empty:hidden'
              : roomy
                ? 'min-h-[2lh] text-caption'
                : extra
                  ? undefined
                  : 'absolute top-full left-0 pt-1'
          }
        >
          {error && <p className="field-error">{error}</p>}
          {live ? <div aria-live="polite">{beneath}</div> : beneath}
        </div>
      )}
    </div>
  );
}

/** A line of text, or several with `rows`, with its label and error. Beneath several is room for a longer hint. */
export function TextField(props: Shell & ComponentProps<'input'> & { rows?: number | undefined }) {
  const { label, error, note, extra, live, flow, aside, ...input } = props;
  const Control = (input.rows ? 'textarea' : 'input') as 'input';
  return (
    <FieldShell {...props} roomy={Boolean(input.rows)}>
      <Control className="input leading-normal" required {...input} {...wiring(props)} />
    </FieldShell>
  );
}

/** What can be chosen. */
export interface Option {
  value: string;
  text: string;
}

const optionsOf = (options: readonly Option[]) =>
  options.map(({ value, text }) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));

/** A select with its label and error. The empty option says what to choose. `others`: a group below the options. */
export function SelectField(
  props: Shell &
    ComponentProps<'select'> & {
      empty: string;
      options: readonly Option[];
      others?: { label: string; options: readonly Option[] } | undefined;
    },
) {
  const { label, error, note, extra, live, empty, options, others, ...select } = props;
  return (
    <FieldShell {...props}>
      <select className="select" required {...select} {...wiring(props)}>
        <option value="">{empty}</option>
        {optionsOf(options)}
        {others && <optgroup label={others.label}>{optionsOf(others.options)}</optgroup>}
      </select>
    </FieldShell>
  );
}

/** A box to tick, with its words. */
export function Tick({ children, ...input }: ComponentProps<'input'> & { name: string }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        value="yes"
        id={input.name}
        className="size-5 appearance-auto accent-ink scheme-light-dark"
        {...input}
      />
      {children}
    </label>
  );
}
