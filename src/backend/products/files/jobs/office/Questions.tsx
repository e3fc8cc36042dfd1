/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx';
import { Button, Checkbox, Field, Form, NairaField, Select } from '#backend/office/frame/Form.tsx';
import type { FormState } from '#backend/office/frame/form-state.ts';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import type { Choice, ChoiceName } from '#backend/products/files/import/choices.ts';
import type { ImportRow } from '#backend/products/files/jobs/tables.ts';
import type { ImportView } from '#backend/products/files/jobs/view.ts';
import { questionOf } from '#backend/products/files/understanding/questions.ts';
import { counted } from '#domain/words.ts';
import { stepOf } from './addresses.ts';
import { CURRENCIES, rateField } from './answer-fields.ts';

/** The questions about a file, all in one form. Answers can be changed later. */
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

/** The questions with fixed answers, in the words of the page. */
const WORDS: {
  [Name in Exclude<ChoiceName, 'unpriced'>]: {
    label: string;
    answers: Record<Choice<Name>, string>;
  };
} = {
  hidden: {
    label: 'Hidden rows and columns',
    answers: { take: 'Import them, too', leave: 'Leave them out' },
  },
  program: { label: 'A file of another program', answers: { list: 'Yes: import the rest' } },
  commas: {
    label: 'Commas and slashes in lists',
    answers: { split: 'They separate two entries', keep: 'They belong to an entry' },
  },
  pictures: {
    label: 'Pictures on other servers',
    answers: { fetch: 'Download them', leave: 'Import without them' },
  },
  twins: {
    label: 'Products that are in the file more than once',
    answers: {
      first: 'The upper row counts',
      last: 'The lower row counts',
      each: 'Different sizes: take each of them',
    },
  },
  codes: {
    label: 'Products whose code the shop knows',
    answers: {
      same: 'Yes: change the one with this code',
      other: 'No: import the row without the code',
    },
  },
  known: {
    label: 'Products that the shop has under another address',
    answers: { same: 'They are the same: change them', new: 'They are others: add them' },
  },
};

/** Returns a control for each kind of question that is open or was answered. */
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
  const choice = (name: keyof typeof WORDS, hint: Child = words(name)) =>
    open(name, answers[name]) && (
      <Choose
        {...{ form, name, hint }}
        label={WORDS[name].label}
        value={answers[name]}
        options={Object.entries(WORDS[name].answers)}
      />
    );
  const [money] = asked('money');
  return [
    choice('hidden'),
    choice('program'),
    open('money', answers.currency) && (
      <Choose
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
    choice('commas'),
    choice(
      'pictures',
      <>
        {view.hosts.length === 0 && words('pictures')}
        {view.hosts.map(({ host, pictures }) => (
          <span class="question">
            {counted(pictures, 'picture')} at {host}.{' '}
          </span>
        ))}
        They come in the background; the products are on sale at once.
      </>,
    ),
    choice('twins'),
    choice('codes'),
    choice('known'),
  ].filter(Boolean);
}

/** A choice that has no default. */
const Choose = ({
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
