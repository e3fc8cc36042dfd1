/** @jsxImportSource hono/jsx */
import { Button, Field, NairaField, Select } from '#backend/office/frame/Form.tsx';
import type { FormState } from '#backend/office/frame/form-state.ts';
import { Ticks } from '#backend/office/frame/Ticks.tsx';
import { areasOf } from '#domain/places/areas.ts';
import { STATES } from '#domain/places/geography.ts';

/** The value of the button that shows another state's areas and saves nothing. */
export const SHOW_AREAS = 'areas';

/** The fields of a place, apart from its name. */
export function PlaceFields({
  form,
  values,
  position,
}: {
  form: FormState;
  values: { state: string; areas: string; amount: string };
  /** Its position in the list from 1, and the number of places; null for a new place, which comes last. */
  position: { at: number; of: number } | null;
}) {
  const state = form.value('state', values.state);
  const areas = areasOf(state);
  return (
    <>
      <NairaField
        form={form}
        name="amount"
        label="Fee"
        value={values.amount}
        hint="Naira, or 0 for a pickup."
      />
      <Select
        form={form}
        name="state"
        label="State"
        value={values.state}
        options={[['', 'None'], ...STATES.map((each) => [each.state, each.state] as const)]}
      />
      {areas.length > 0 && (
        <Ticks
          form={form}
          name="areas"
          label={`Areas of ${state}`}
          hint="Shoppers of these areas are shown this place. None ticked means all of them."
          choices={areas}
          ticked={values.areas.split('\n')}
        />
      )}
      {areas.length === 0 && form.error('areas') && (
        <p class="error" id={form.fieldId('areas')}>
          {form.error('areas')}
        </p>
      )}
      <div>
        <Button kind="quiet" name="show" value={SHOW_AREAS}>
          Show the areas of the chosen state
        </Button>
      </div>
      {position && (
        <Field
          form={form}
          name="position"
          label="Position in the list"
          value={String(position.at)}
          inputmode="numeric"
          hint={`From 1, which shoppers see first, to ${position.of}.`}
        />
      )}
    </>
  );
}
