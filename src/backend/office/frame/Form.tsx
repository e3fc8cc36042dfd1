/** @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from 'hono/jsx';
import type { Refusal, StaffCode } from '#backend/base/result.ts';
import { inLagos, lagosDate } from '#domain/lagos-date.ts';
import type { FormState } from './form-state.ts';
import { CSRF_FIELD, FORM_FIELD, UNTIL, VERSION_FIELD } from './page-request.ts';

/**
 * A form for an action. It has what every form needs: the session's token, its own id, the version of what it changes, and
 * a summary of faults. Each form has a separate address. If the connection drops while a browser sends a form to its
 * page's address, the error page replaces that page, and Back does not find what was typed.
 * @param files - whether it sends files.
 */
export function Form({
  form,
  class: name = 'form',
  files = false,
  children,
}: PropsWithChildren<{ form: FormState; class?: string; files?: boolean }>) {
  return (
    <form
      method="post"
      action={`${form.action}?form=${form.id}`}
      class={name}
      enctype={files ? 'multipart/form-data' : undefined}
    >
      <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
      <input type="hidden" name={FORM_FIELD} value={form.id} />
      {form.version !== undefined && (
        <input type="hidden" name={VERSION_FIELD} value={form.version} />
      )}
      <ErrorSummary form={form} />
      {children}
    </form>
  );
}

/** The faults of a form, above all else in it. */
function ErrorSummary({ form }: { form: FormState }) {
  if (!form.refusal) return null;
  return (
    <div class="errors" role="alert">
      <RefusalWords form={form} refusal={form.refusal} />
    </div>
  );
}

/** The faults of a form that was refused. Each links to its field. */
export function RefusalWords({
  form,
  refusal: { message, fields = {} },
}: {
  form: FormState;
  refusal: Refusal<StaffCode>;
}) {
  return (
    <>
      <p>{message}</p>
      {Object.keys(fields).length > 0 && (
        <ul>
          {Object.entries(fields).map(([name, error]) => (
            <li>
              <a href={`#${form.fieldId(name)}`}>{error}</a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface FieldProps {
  form: FormState;
  name: string;
  label: string;
  /** The field's value until the form is sent. */
  value?: string;
  /** Help in a few words under the label. */
  hint?: Child;
}

type InputProps = FieldProps & {
  type?: 'text' | 'search' | 'tel' | 'email' | 'url' | 'date' | 'datetime-local' | 'password';
  inputmode?: 'decimal' | 'numeric' | 'tel' | 'email' | 'url';
  autocomplete?: string;
  required?: boolean;
  maxlength?: number;
  /** Text before the field, such as ₦. */
  prefix?: string;
  /** The id of a datalist with suggestions. */
  list?: string;
};

/** A line of text with its label, hint and error, and what somebody else has written in the meantime. */
export function Field({
  form,
  name,
  label,
  value,
  hint,
  prefix,
  type = 'text',
  ...rest
}: InputProps) {
  const input = (
    <input
      type={type}
      id={form.fieldId(name)}
      name={name}
      value={form.value(name, value)}
      {...describedBy(form, name, hint)}
      {...rest}
    />
  );
  return (
    <Labelled form={form} name={name} label={label} hint={hint}>
      {prefix ? (
        <span class="prefixed">
          <span aria-hidden="true">{prefix}</span>
          {input}
        </span>
      ) : (
        input
      )}
    </Labelled>
  );
}

/** An amount of naira. Read it with `readNaira` of amounts.ts. */
export const NairaField = (props: InputProps) => (
  <Field prefix="₦" inputmode="decimal" {...props} />
);

/** Several lines of text. */
export function TextArea({
  form,
  name,
  label,
  value,
  hint,
  rows = 4,
  ...rest
}: FieldProps & { rows?: number; maxlength?: number; required?: boolean }) {
  // A browser drops the first line break inside the element.
  return (
    <Labelled form={form} name={name} label={label} hint={hint}>
      <textarea
        id={form.fieldId(name)}
        name={name}
        rows={rows}
        {...describedBy(form, name, hint)}
        {...rest}
      >
        {`\n${form.value(name, value)}`}
      </textarea>
    </Labelled>
  );
}

/** A choice among a few. */
export function Select({
  form,
  name,
  label,
  value,
  hint,
  options,
}: FieldProps & { options: readonly (readonly [value: string, text: string])[] }) {
  const chosen = form.value(name, value);
  return (
    <Labelled form={form} name={name} label={label} hint={hint}>
      <select id={form.fieldId(name)} name={name} {...describedBy(form, name, hint)}>
        {options.map(([each, text]) => (
          <option value={each} selected={each === chosen}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** A box to tick. */
export function Checkbox({
  form,
  name,
  label,
  value = 'yes',
  ticked = false,
}: {
  form: FormState;
  name: string;
  label: Child;
  value?: string;
  ticked?: boolean;
}) {
  return (
    <label class="tick">
      <input type="checkbox" name={name} value={value} checked={form.ticked(name, value, ticked)} />
      <span>{label}</span>
    </label>
  );
}

/** A time in Lagos with the browser's own picker. `until`: the time is an end, with one tap for the end of Sunday. */
export const TimeField = ({ until = false, ...props }: InputProps & { until?: boolean }) => {
  const today = inLagos(new Date());
  const sunday = new Date(today.getTime() + ((7 - today.getUTCDay()) % 7) * 86_400_000);
  const day = sunday.toISOString().slice(0, 10);
  return (
    <>
      <Field {...props} type="datetime-local" />
      {until && (
        <Checkbox
          form={props.form}
          name={props.name + UNTIL}
          label={`Until Sunday, ${lagosDate(`${day}T12:00:00Z`)}`}
          value={day}
        />
      )}
    </>
  );
};

/** The button that sends a form. `name` and `value` identify the button if a form has several. */
export function Button({
  kind = 'main',
  children,
  ...rest
}: PropsWithChildren<{
  kind?: 'main' | 'quiet' | 'danger';
  name?: string;
  value?: string;
  formaction?: string;
}>) {
  return (
    <button type="submit" class={`button ${kind}`} {...rest}>
      {children}
    </button>
  );
}

const hintId = (form: FormState, name: string) => `${form.fieldId(name)}-hint`;
const errorId = (form: FormState, name: string) => `${form.fieldId(name)}-error`;
const currentId = (form: FormState, name: string) => `${form.fieldId(name)}-now`;

/** Returns the ids of what a screen reader reads with a field. */
function describedBy(form: FormState, name: string, hint: Child) {
  const ids = [
    hint ? hintId(form, name) : '',
    form.error(name) ? errorId(form, name) : '',
    form.current(name) === undefined ? '' : currentId(form, name),
  ].filter((id) => id !== '');
  return {
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
    'aria-invalid': form.error(name) ? ('true' as const) : undefined,
  };
}

function Labelled({
  form,
  name,
  label,
  hint,
  children,
}: PropsWithChildren<Pick<FieldProps, 'form' | 'name' | 'label' | 'hint'>>) {
  const current = form.current(name);
  return (
    <div class="field">
      <label for={form.fieldId(name)}>{label}</label>
      {hint && (
        <p class="hint" id={hintId(form, name)}>
          {hint}
        </p>
      )}
      {form.error(name) && (
        <p class="error" id={errorId(form, name)}>
          {form.error(name)}
        </p>
      )}
      {children}
      {current !== undefined && (
        <p class="now" id={currentId(form, name)}>
          Now in the shop: <strong>{current === '' ? 'nothing' : current}</strong>
        </p>
      )}
    </div>
  );
}
