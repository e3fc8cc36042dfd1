/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx';
import { Checkbox, Field, Select, TextArea } from '#backend/office/frame/Form.tsx';
import type { FormState } from '#backend/office/frame/form-state.ts';
import { Ticks } from '#backend/office/frame/Ticks.tsx';
import type { ListShape, PartsShape, Shape } from '#backend/shop/fact-shapes.ts';
import { goneOf, numbersIn, positionOf } from '#backend/shop/form.ts';

interface FactFieldsProps {
  form: FormState;
  /** The name of the field, such as banners.2.title. */
  name: string;
  /** The shop's values, by name of the field. */
  values: Readonly<Record<string, string>>;
  /** The values of a refused form, which may have more entries than the shop. */
  sent: Readonly<Record<string, string>>;
  /** The possible pictures of a banner. */
  pictures: readonly string[];
}

/** The fields of a fact, or of a part of one. `top` is the fact itself, whose label is the page's heading. */
export function FactFields({
  shape,
  top = false,
  ...rest
}: FactFieldsProps & { shape: Shape; top?: boolean }): Child {
  const { form, name, values, pictures } = rest;
  const value = values[name] ?? '';
  const { label } = shape;
  switch (shape.kind) {
    case 'text': {
      const common = { form, name, label, value, hint: shape.hint };
      if (shape.picture) {
        const options = ['', ...pictures].map((each) => [each, each || 'Choose one'] as const);
        return <Select {...common} options={options} />;
      }
      return shape.long ? <TextArea {...common} /> : <Field {...common} />;
    }
    case 'number':
      return (
        <Field
          form={form}
          name={name}
          label={label}
          value={value}
          hint={shape.hint}
          inputmode="numeric"
        />
      );
    case 'tick':
      return <Checkbox form={form} name={name} label={label} ticked={value !== ''} />;
    case 'lines': {
      const lines = value.split('\n');
      if (shape.choices) {
        return (
          <Ticks form={form} name={name} label={label} choices={shape.choices} ticked={lines} />
        );
      }
      const rows = shape.long ? 12 : Math.max(3, lines.length + 1);
      return (
        <TextArea
          form={form}
          name={name}
          label={label}
          value={value}
          rows={rows}
          hint={shape.hint}
        />
      );
    }
    case 'parts':
      return top ? <Parts {...rest} shape={shape} /> : <Group {...rest} shape={shape} />;
    case 'list':
      return top ? (
        <Entries {...rest} shape={shape} />
      ) : (
        <fieldset class="group">
          <legend>{label}</legend>
          <Entries {...rest} shape={shape} />
        </fieldset>
      );
  }
}

const Parts = ({ shape, name, ...rest }: FactFieldsProps & { shape: PartsShape }) => (
  <>
    {Object.entries(shape.parts).map(([part, each]) => (
      <FactFields {...rest} name={`${name}.${part}`} shape={each} />
    ))}
  </>
);

const Group = (props: FactFieldsProps & { shape: PartsShape }) => (
  <fieldset class="group">
    <legend>{props.shape.label}</legend>
    <Parts {...props} />
  </fieldset>
);

/** The entries of a list, with an empty one at the end for a new entry. */
function Entries({ shape, name, ...rest }: FactFieldsProps & { shape: ListShape }) {
  const { form, values, sent } = rest;
  const own = numbersIn(name, values).length;
  const all = Math.max(own, ...numbersIn(name, sent));
  const next = Object.keys(sent).length > 0 ? Math.max(all, own + 1) : own + 1;
  return (
    <>
      {Array.from({ length: next }, (_, at) => at + 1).map((number) => {
        const entry = `${name}.${number}`;
        const isNew = number > own;
        return (
          <fieldset class="group">
            <legend>{isNew ? `Add: ${shape.one.toLowerCase()}` : `${shape.one} ${number}`}</legend>
            <FactFields {...rest} name={entry} shape={shape.entry} top />
            <Field
              form={form}
              name={positionOf(entry)}
              label="Place in the order"
              value={values[positionOf(entry)] ?? String(number)}
              inputmode="numeric"
            />
            {!isNew && <Checkbox form={form} name={goneOf(entry)} label="Remove it" />}
          </fieldset>
        );
      })}
    </>
  );
}
