/** @jsxImportSource hono/jsx */
import { Button, Field, Form, NairaField, Select, TextArea } from '#backend/office/frame/Form.tsx';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import { Panel } from '#backend/office/frame/parts.tsx';
import type { linesOfReturn } from '#backend/returns/lines.ts';
import { toNaira } from '#domain/money/money.ts';
import { LONGEST_RETURN_TEXT } from '#domain/returns/rules.ts';
import { naira, proposed, returnPath, type ShownReturn } from './return-row.ts';

interface Parts {
  request: PageRequest;
  row: ShownReturn;
}

/** The form with which an owner accepts a return, or refuses it. */
export function Answer({ request, row, accepts }: Parts & { accepts: boolean }) {
  const form = request.form(`${returnPath(row.orderId, row.id)}/answer`);
  return (
    <Panel title={accepts ? 'Your answer' : 'Refuse it after all'}>
      <Form form={form}>
        <TextArea
          form={form}
          name="text"
          label={accepts ? 'What happens next, or why not' : 'Why'}
          hint="The customer reads it in an email and on the page of her order."
          rows={3}
          maxlength={LONGEST_RETURN_TEXT}
          required
        />
        {accepts && (
          <Button name="answer" value="accept">
            Accept the return
          </Button>
        )}
        <Button kind={accepts ? 'quiet' : 'danger'} name="answer" value="refuse">
          Refuse the return
        </Button>
      </Form>
    </Panel>
  );
}

/** The form for the goods that have arrived. */
export function Received({
  request,
  row,
  lines,
}: Parts & { lines: Awaited<ReturnType<typeof linesOfReturn>> }) {
  const form = request.form(`${returnPath(row.orderId, row.id)}/received`);
  return (
    <Panel title="The parcel is here">
      <Form form={form}>
        {lines.map(({ line: { position, quantity }, item }) => (
          <fieldset class="choices">
            <legend>
              {quantity} × {item.name}
            </legend>
            <Field
              form={form}
              name={`restocked-${position}`}
              label="Back into stock"
              inputmode="numeric"
              value="0"
            />
            <Field
              form={form}
              name={`lost-${position}`}
              label="Written off"
              inputmode="numeric"
              value="0"
            />
          </fieldset>
        ))}
        <Button>Record what has arrived</Button>
      </Form>
    </Panel>
  );
}

/** The forms with which an owner pays back, or sends other goods. */
export function Settle({ request, row }: Parts) {
  const path = returnPath(row.orderId, row.id);
  const pay = request.form(`${path}/money`);
  const send = request.form(`${path}/exchange`);
  return (
    <>
      {row.most > 0 ? (
        <Panel title="Pay it back">
          <Form form={pay}>
            <NairaField
              form={pay}
              name="amount"
              label="Amount"
              value={String(toNaira(proposed(row)))}
              hint={`At most ${naira(row.most)}, with the delivery.`}
              required
            />
            <Button kind="danger" name="how" value="provider">
              Pay it back
            </Button>
            <Button kind="quiet" name="how" value="hand">
              I have paid it by hand
            </Button>
          </Form>
        </Panel>
      ) : (
        <Form form={request.form(`${path}/end`)}>
          <p class="hint">Nothing was paid for these goods.</p>
          <Button kind="quiet">End the return</Button>
        </Form>
      )}
      {row.exchangeId === null && (
        <Panel title="Send other goods">
          <Form form={send}>
            <p class="hint">A new order to the same address, without a delivery fee.</p>
            <Field form={send} name="product" label="Id of the product" required maxlength={200} />
            <Field
              form={send}
              name="quantity"
              label="Units"
              inputmode="numeric"
              value="1"
              required
            />
            <Select
              form={send}
              name="difference"
              label="If it costs more than the returned goods"
              options={[
                ['', 'Nothing more is to pay'],
                ['yes', 'She pays the difference'],
              ]}
            />
            <Button>Order it</Button>
          </Form>
        </Panel>
      )}
    </>
  );
}
