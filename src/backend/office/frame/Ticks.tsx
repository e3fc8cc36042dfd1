/** @jsxImportSource hono/jsx */
import { Checkbox } from './Form.tsx';
import type { FormState } from './form-state.ts';

/** Several checkboxes of one field. The form's value has one text on each line. */
export function Ticks({
  form,
  name,
  label,
  hint,
  choices,
  ticked,
}: {
  form: FormState;
  name: string;
  label: string;
  hint?: string | undefined;
  choices: readonly string[];
  ticked: readonly string[];
}) {
  const now = form.refusal?.current?.[name]?.split('\n').filter(Boolean);
  const differs = now && choices.some((each) => form.ticked(name, each) !== now.includes(each));
  return (
    <fieldset class="group" id={form.fieldId(name)}>
      <legend>{label}</legend>
      {hint && <p class="hint">{hint}</p>}
      {form.error(name) && <p class="error">{form.error(name)}</p>}
      <div class="ticks">
        {choices.map((each) => (
          <Checkbox
            form={form}
            name={name}
            label={each}
            value={each}
            ticked={ticked.includes(each)}
          />
        ))}
      </div>
      {differs && (
        <p class="now">
          Now in the shop: <strong>{now.length > 0 ? now.join(', ') : 'none'}</strong>
        </p>
      )}
    </fieldset>
  );
}
