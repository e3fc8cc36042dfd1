import type { ComponentProps, ReactNode } from 'react';

/** The props around every field's control. */
export interface Shell {
  label: string;
  name: string;
  /** For a page where two fields have the same name. */
  id?: string;
  error?: string | undefined;
  /** Shown beside the control. */
  aside?: ReactNode;
  /** A hint below the control while there is no error. */
  note?: string | undefined;
  /** Something larger below the control. */
  extra?: ReactNode;
  /** Reserves two lines below the control, for a long note or error. */
  roomy?: boolean;
  /** Announces a note or `extra` that changes. An error needs no live region, because its control gets the focus. */
  live?: boolean;
  /** Whether the text below takes its own room and is announced, even an error: the control keeps the focus. */
  flow?: boolean;
}

/** Larger than a caption: the labels of a form that is filled in once are read, not glanced at. */
const LABEL = 'text-small tracking-[0] text-ink normal-case';

/** Returns the attributes that tie a control to its label, note and error. */
export const wiring = ({ name, id = name, error, note, extra }: Shell) => ({
  id,
  name,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error || note || extra ? `${id}-note` : undefined,
});

/**
 * A label and a control. The error appears in the space between the fields and moves nothing. It changes when the field
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

/** A text field, with several lines if `rows` is set. Below several lines there is room for a longer hint. */
export function TextField(props: Shell & ComponentProps<'input'> & { rows?: number | undefined }) {
  const { label, error, note, extra, live, flow, aside, ...input } = props;
  const Control = (input.rows ? 'textarea' : 'input') as 'input';
  return (
    <FieldShell {...props} roomy={Boolean(input.rows)}>
      <Control className="input leading-normal" required {...input} {...wiring(props)} />
    </FieldShell>
  );
}

/** An option of a select. */
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

/** A checkbox with its label. */
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
