/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx';
import { Button, Checkbox, Field, Form, NairaField, Select } from '#backend/office/frame/Form.tsx';
import type { FormState } from '#backend/office/frame/form-state.ts';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import type { ImportRow } from '#backend/products/imports/tables.ts';
import type { ImportView } from '#backend/products/imports/view.ts';
import { questionOf } from '#backend/products/moving-in/questions.ts';
import { counted } from '#domain/words.ts';
import { stepOf } from './addresses.ts';
import { CURRENCIES, rateField } from './answer-fields.ts';

/** What the shop has to ask about a file, in one form, so that all of it is answered at once. What was answered can be changed. */
export function Questions({ request, row }: { request: PageRequest; row: ImportRow }) {
  const { id, version, view, sheet, trouble, kind } = row;
  const form = request.form(stepOf(id, 'answers'), String(version));
  const asks = view?.asks ?? [];
  const controls = view ? controlsOf(form, row, view) : [];
  const asksSheet = kind === 'xlsx' && (trouble !== null || sheet !== null);
  if (controls.length === 0 && !asksSheet) return null;
  return (
    <Form form={form}>
      {asksSheet && (
        <Field form={form} name="sheet" label="The sheet with the products" value={sheet ?? ''} />
      )}
      {asks.length > 0 && <h2>Before it can be imported</h2>}
      {controls}
      <div class="buttons">
        <Button kind={asks.length > 0 || trouble !== null ? 'main' : 'quiet'}>
          {asks.length > 0 ? 'Answer' : 'Read it again like this'}
        </Button>
      </div>
    </Form>
  );
}

/** A control for each kind of question that is open or was answered. */
function controlsOf(form: FormState, { answers }: ImportRow, view: ImportView): Child[] {
  const asked = (kind: ImportView['asks'][number]['kind']) =>
    view.asks.filter((ask) => ask.kind === kind);
  const words = (kind: ImportView['asks'][number]['kind']) =>
    asked(kind).map((ask) => <span class="question">{questionOf(ask)} </span>);
  const currencies = new Set([
    ...asked('currency').map(({ about }) => about),
    ...Object.keys(answers.rates ?? {}),
  ]);
  const open = (kind: Parameters<typeof asked>[0], answer: unknown) =>
    asked(kind).length > 0 || answer !== undefined;
  const [money] = asked('money');
  return [
    open('hidden', answers.hidden) && (
      <Choice
        form={form}
        name="hidden"
        label="What is hidden in the file"
        value={answers.hidden}
        hint={words('hidden')}
        options={[
          ['take', 'Take it, too'],
          ['leave', 'Leave it out'],
        ]}
      />
    ),
    open('program', answers.program) && (
      <Choice
        form={form}
        name="program"
        label="A file of another program"
        value={answers.program}
        hint={words('program')}
        options={[['list', 'Read it as a list of my own']]}
      />
    ),
    open('money', answers.currency) && (
      <Choice
        form={form}
        name="currency"
        label="Currency of the prices"
        value={answers.currency ?? (money?.about || undefined)}
        hint={words('money')}
        options={Object.entries(CURRENCIES)}
      />
    ),
    ...[...currencies].map((currency) => (
      <NairaField
        form={form}
        name={rateField(currency)}
        label={`One ${currency} in naira`}
        value={String(answers.rates?.[currency] ?? '')}
        hint={asked('currency')
          .filter(({ about }) => about === currency)
          .map(questionOf)
          .join(' ')}
        autocomplete="off"
      />
    )),
    currencies.size > 0 && (
      <NairaField
        form={form}
        name="round"
        label="Round these prices to a multiple of"
        value={String(answers.round ?? 1)}
        hint="500 makes ₦84,213 into ₦84,000"
        autocomplete="off"
      />
    ),
    open('stock', answers.stock) && (
      <Field
        form={form}
        name="stock"
        label="How many there are"
        value={answers.stock === undefined ? '' : String(answers.stock)}
        hint={[...words('stock'), '0 shows them as sold out.']}
        inputmode="numeric"
        autocomplete="off"
      />
    ),
    open('price', answers.unpriced) && (
      <div class="field">
        {words('price')}
        <Checkbox
          form={form}
          name="unpriced"
          value="leave-out"
          label="Leave out products without a price"
          ticked={answers.unpriced === 'leave-out'}
        />
      </div>
    ),
    open('commas', answers.commas) && (
      <Choice
        form={form}
        name="commas"
        label="Commas and slashes in lists"
        value={answers.commas}
        hint={words('commas')}
        options={[
          ['split', 'They stand between two entries'],
          ['keep', 'They belong to an entry'],
        ]}
      />
    ),
    open('pictures', answers.pictures) && (
      <Choice
        form={form}
        name="pictures"
        label="Pictures on other servers"
        value={answers.pictures}
        hint={
          <>
            {view.hosts.length === 0 && words('pictures')}
            {view.hosts.map(({ host, pictures }) => (
              <span class="question">
                {counted(pictures, 'picture')} at {host}.{' '}
              </span>
            ))}
            They come in the background; the products are on sale at once.
          </>
        }
        options={[
          ['fetch', 'Download them'],
          ['leave', 'Import without them'],
        ]}
      />
    ),
    open('twins', answers.twins) && (
      <Choice
        form={form}
        name="twins"
        label="Products that stand in the file more than once"
        value={answers.twins}
        hint={words('twins')}
        options={[
          ['first', 'The upper row counts'],
          ['last', 'The lower row counts'],
          ['each', 'They are different sizes: take each of them'],
        ]}
      />
    ),
    open('codes', answers.codes) && (
      <Choice
        form={form}
        name="codes"
        label="Products whose code the shop knows"
        value={answers.codes}
        hint={words('codes')}
        options={[
          ['same', 'Yes: change the product that has the code'],
          ['other', 'No: import the row without the code'],
        ]}
      />
    ),
    open('known', answers.known) && (
      <Choice
        form={form}
        name="known"
        label="Products that the shop has under another address"
        value={answers.known}
        hint={words('known')}
        options={[
          ['same', 'They are the same: change them'],
          ['new', 'They are others: add them'],
        ]}
      />
    ),
  ].filter(Boolean);
}

/** A choice that nobody has made for her. */
const Choice = ({
  options,
  value,
  ...rest
}: Omit<Parameters<typeof Select>[0], 'value'> & { value: string | undefined }) => (
  <Select
    {...rest}
    value={value ?? ''}
    options={[...(value === undefined ? ([['', 'Choose']] as const) : []), ...options]}
  />
);
