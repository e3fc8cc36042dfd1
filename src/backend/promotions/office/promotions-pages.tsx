/** @jsxImportSource hono/jsx */

import { Readable } from 'node:stream';
import { Button, Field, Form, Select, TimeField } from '#backend/office/frame/Form.tsx';
import { atFields } from '#backend/office/frame/form-refusals.ts';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import { Facts, List, Panel, Row, Time } from '#backend/office/frame/parts.tsx';
import { defineAction, definePage, leadTo } from '#backend/office/frame/routes.ts';
import { fields, isAsked, type TypedPromotion } from '#backend/promotions/fields.ts';
import { codesFile, listPromotions, summaryOf } from '#backend/promotions/list.ts';
import { makeCodes, makePromotion, stopPromotion } from '#backend/promotions/making.ts';
import { SAMPLES } from '#backend/promotions/tables.ts';
import { may } from '#backend/staff/actor.ts';
import { counted } from '#domain/words.ts';

const PROMOTIONS = '/admin/promotions';
const NEW = `${PROMOTIONS}/new`;
const ONE = `${PROMOTIONS}/:id`;
const addressOf = (id: string) => `${PROMOTIONS}/${id}`;
const BACK = { path: PROMOTIONS, name: 'Promotions' };

/** The promotions with their uses and what was given away. A packer may read them. */
export const promotionsPage = definePage({
  path: PROMOTIONS,
  role: 'packer',
  async view({ db, actor }) {
    const owner = may(actor.role, 'owner');
    return {
      title: 'Promotions',
      body: (
        <>
          <p class="soft">
            Discounts on orders, with or without a code. To lower a price for everybody, give the
            product a discount.
          </p>
          {owner && (
            <a class="button" href={NEW}>
              Make a promotion
            </a>
          )}
          <List empty="There is no promotion yet.">
            {(await listPromotions(db)).map((row) => (
              <Row
                {...(owner && { href: addressOf(row.id) })}
                title={row.label}
                under={summaryOf(row).join(', ')}
              />
            ))}
          </List>
        </>
      ),
    };
  },
});

export const newPromotionPage = definePage({
  path: NEW,
  role: 'owner',
  view(request) {
    const form = request.form(NEW);
    return {
      title: 'Make a promotion',
      back: BACK,
      body: (
        <Form form={form}>
          {fields.map(({ options, when: _, time, ...field }) =>
            time ? (
              <TimeField form={form} {...field} until={time === 'ends'} />
            ) : options ? (
              <Select form={form} {...field} options={options} />
            ) : (
              <Field form={form} {...field} />
            ),
          )}
          <p class="hint">
            Its rules cannot be changed later. For other rules, stop it and make a new one.
          </p>
          <Button>Make it</Button>
        </Form>
      ),
    };
  },
});

/** Makes a promotion. */
export const addPromotion = defineAction({
  path: NEW,
  role: 'owner',
  page: newPromotionPage,
  async perform(request) {
    const sent: TypedPromotion = Object.fromEntries(
      fields.map(({ name }) => [name, request.text(name)]),
    );
    // Text typed before another choice stays in its field, and does not count.
    const typed = Object.fromEntries(
      fields.flatMap((field) => (isAsked(field, sent) ? [[field.name, sent[field.name]]] : [])),
    );
    const made = await makePromotion(request.db, request.actor, typed);
    if (made.ok) return leadTo(addressOf(made.value.id), `${made.value.label} is active now.`);
    return atFields(made, 'Nothing was made. Correct the marked fields, and send it again.');
  },
});

/** The page of a promotion: its rules, results, codes, and its end. */
export const promotionPage = definePage({
  path: ONE,
  role: 'owner',
  async view(request) {
    const [row] = await listPromotions(request.db, request.param('id'));
    if (!row) {
      const body = <p>There is no promotion at this address.</p>;
      return { title: 'There is no such promotion', status: 404, back: BACK, body };
    }
    const isOpen = !row.stoppedAt && row.id !== SAMPLES;
    return {
      title: row.label,
      back: BACK,
      body: (
        <>
          <p>{summaryOf(row).join(', ')}.</p>
          <Panel>
            <Facts
              rows={[
                ['Begins', row.beginsAt ? <Time at={row.beginsAt} /> : 'at once'],
                ['Ends', row.endsAt ? <Time at={row.endsAt} /> : 'when it is stopped'],
                ['Uses per customer', row.customerLimit ?? 'without limit'],
                ['First order only', row.firstOrder ? 'yes' : 'no'],
                [
                  "A product's own discount",
                  row.addsUp ? 'adds to it' : 'the better of both counts',
                ],
              ]}
            />
          </Panel>
          {!row.automatic && (
            <Panel title="Codes">
              <p>
                <a href={`${addressOf(row.id)}/codes.csv`}>Download {counted(row.codes, 'code')}</a>
              </p>
              {isOpen && <CodesForm request={request} id={row.id} />}
            </Panel>
          )}
          {isOpen && (
            <Form form={request.form(`${addressOf(row.id)}/stop`)}>
              <p class="hint">Orders that wait for their payment keep it.</p>
              <Button kind="danger">Stop {row.label}</Button>
            </Form>
          )}
        </>
      ),
    };
  },
});

function CodesForm({ request, id }: { request: PageRequest; id: string }) {
  const form = request.form(`${addressOf(id)}/codes`);
  return (
    <Form form={form}>
      <Field form={form} name="count" label="Number of single-use codes" inputmode="numeric" />
      <Field form={form} name="beginning" label="Prefix" hint="Such as THANKS. Optional." />
      <Button kind="quiet">Make codes</Button>
    </Form>
  );
}

export const endPromotion = defineAction({
  path: `${ONE}/stop`,
  role: 'owner',
  page: promotionPage,
  async perform(request) {
    const stopped = await stopPromotion(request.db, request.actor, request.param('id'));
    if (!stopped.ok) return stopped;
    return leadTo(PROMOTIONS, `${stopped.value.label} is stopped.`);
  },
});

/** Makes codes that count once each. */
export const addCodes = defineAction({
  path: `${ONE}/codes`,
  role: 'owner',
  page: promotionPage,
  async perform(request) {
    const [id, count] = [request.param('id'), request.text('count')];
    const made = await makeCodes(request.db, request.actor, id, {
      count: /^\d+$/.test(count) ? Number(count) : 0,
      beginning: request.text('beginning'),
    });
    if (!made.ok) return made;
    return leadTo(
      addressOf(id),
      `${counted(made.value.length, 'code')} made. They are in the file.`,
    );
  },
});

/** The file of the codes. */
export const codesPage = definePage({
  path: `${ONE}/codes.csv`,
  role: 'owner',
  view(request) {
    const id = request.param('id');
    const file = Readable.from(codesFile(request.db, id)).map((piece: string) =>
      Buffer.from(piece),
    );
    return request.context.body(Readable.toWeb(file) as ReadableStream<Uint8Array>, 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="codes-${id}.csv"`,
    });
  },
});
