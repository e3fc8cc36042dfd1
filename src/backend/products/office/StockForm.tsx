/** @jsxImportSource hono/jsx */

import { Button, Field, Form } from '#backend/office/frame/Form.tsx';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import { Facts, Panel } from '#backend/office/frame/parts.tsx';
import type { OwnedFields } from '#backend/products/fields/columns.ts';
import { may } from '#backend/staff/actor.ts';
import { productPage } from './addresses.ts';

/**
 * A product's stock, with a form for changes. It takes no totals, which would overwrite sales made while somebody counts.
 * It has two buttons, because the number pad of a phone has no plus.
 */
export function StockForm({
  request,
  id,
  product,
  limit,
}: {
  request: PageRequest;
  id: string;
  product: OwnedFields;
  /** The number of units at which stock is low. */
  limit: number;
}) {
  const form = request.form(`${productPage(id)}/stock`);
  const low = request.form(`${productPage(id)}/limit`);
  const { stock, reserved } = product;
  const number = (value: number) => value.toLocaleString('en');
  if (product.set_parts) {
    return (
      <Panel title="Stock">
        <p>
          This is a set: as many can be bought as its parts allow. Change the stock of its parts.
        </p>
      </Panel>
    );
  }
  return (
    <Panel title="Stock">
      <Facts
        rows={[
          ['On the shelf', number(stock)],
          ['For unpaid orders', number(reserved)],
          ['Can be bought', number(Math.max(stock - reserved, 0))],
        ]}
      />
      <Form form={form} class="form inline">
        <Field
          form={form}
          name="stock"
          label="How many came in or went out"
          inputmode="numeric"
          autocomplete="off"
          required
        />
        <Button kind="quiet" name="sign" value="+">
          Add
        </Button>
        <Button kind="quiet" name="sign" value="-">
          Take off
        </Button>
      </Form>
      {may(request.actor.role, 'owner') && (
        <Form form={low} class="form inline">
          <Field
            form={low}
            name="limit"
            label="Running out when this many are left"
            value={String(limit)}
            inputmode="numeric"
          />
          <Button kind="quiet">Save the limit</Button>
        </Form>
      )}
    </Panel>
  );
}
