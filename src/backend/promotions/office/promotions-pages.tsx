/** @jsxImportSource hono/jsx */

import { Readable } from 'node:stream';
import type { Refusal, StaffCode } from '#backend/base/result.ts';
import { Button, Checkbox, Field, Form, NairaField, Select } from '#backend/office/frame/Form.tsx';
import { Badge, Facts, List, Money, Panel, Row, Time } from '#backend/office/frame/parts.tsx';
import { defineAction, definePage, done } from '#backend/office/frame/routes.ts';
import {
  AUTOMATIC,
  MADE_LATER,
  PROMOTION_CELLS,
  type PromotionCell,
} from '#backend/promotions/cells.ts';
import {
  codesFile,
  type ListedPromotion,
  listPromotions,
  standingOf,
} from '#backend/promotions/list.ts';
import { MOST_CODES, makeCodes, makePromotion, stopPromotion } from '#backend/promotions/making.ts';
import { may } from '#backend/staff/actor.ts';
import { scopeWords, takesWords } from '#domain/promotions/words.ts';
import { counted, number } from '#domain/words.ts';

const PROMOTIONS = '/admin/promotions';
const NEW = `${PROMOTIONS}/new`;
const ONE = `${PROMOTIONS}/:id`;
const addressOf = (id: string) => `${PROMOTIONS}/${id}`;
const BACK = { path: PROMOTIONS, name: 'Promotions' };

const standing = (row: ListedPromotion) => {
  const words = standingOf(row, Date.now());
  return <Badge tone={words === 'running' ? 'good' : 'plain'}>{words}</Badge>;
};
const howWords = ({ automatic, code, codes }: ListedPromotion) =>
  automatic ? 'without a code' : (code ?? counted(codes, 'code'));

/** The promotions with their uses and what was given away. A packer reads them. */
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
            What is taken off an order, by a code or by itself. A lower price for everybody is a
            discount of the product.
          </p>
          {owner && (
            <div class="buttons">
              <a class="button" href={NEW}>
                Make a promotion
              </a>
            </div>
          )}
          <List empty="There is no promotion yet.">
            {(await listPromotions(db)).map((row) => (
              <Row
                {...(owner && { href: addressOf(row.id) })}
                title={row.label}
                under={`${takesWords(row)}${scopeWords(row)}, ${howWords(row)}, ${counted(row.uses, 'use')}`}
                below={standing(row)}
                end={<Money kobo={row.givenKobo} />}
              />
            ))}
          </List>
        </>
      ),
    };
  },
});

/** The form of a promotion that is to be made. */
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
          <Field
            form={form}
            name="label"
            label="What shoppers read"
            hint="Such as Harmattan sale."
            maxlength={80}
          />
          <Select
            form={form}
            name="kind"
            label="What it takes off"
            options={[
              ['per_cent', 'Per cent'],
              ['naira', 'Naira'],
              ['delivery', 'The delivery'],
              ['units', 'Free units: buy some, get some'],
            ]}
          />
          <Field
            form={form}
            name="value"
            label="How much"
            hint="10 per cent: 10. ₦5,000: 5000. The delivery: states such as Lagos|Ogun, or nothing for all. Buy 2, get 1: 2+1."
          />
          <Select
            form={form}
            name="for"
            label="For which products"
            options={[
              ['all', 'All'],
              ['brand', 'Brands'],
              ['category', 'Categories'],
              ['group', 'Groups of sizes'],
              ['products', 'Products'],
            ]}
          />
          <Field
            form={form}
            name="names"
            label="Their names"
            hint="With | between them; of products their ids."
          />
          <NairaField
            form={form}
            name="from"
            label="From an amount of"
            hint="What these products must cost at least. Empty for any."
          />
          <Field
            form={form}
            name="code"
            label="Code"
            hint={`Such as HARMATTAN. '${AUTOMATIC}' counts without a code. '${MADE_LATER}' has codes for one use each, which you make next.`}
            maxlength={60}
          />
          <Field
            form={form}
            name="begins"
            label="Begins"
            hint="In Lagos, such as 2026-12-01 or 2026-12-01 08:00. Empty: now."
          />
          <Field
            form={form}
            name="ends"
            label="Ends"
            hint="A day counts to its end. Empty: when you stop it."
          />
          <Field
            form={form}
            name="limit"
            label="Uses in all"
            inputmode="numeric"
            hint="Empty: as many as there are."
          />
          <Field
            form={form}
            name="per_customer"
            label="Uses of one customer"
            inputmode="numeric"
            hint="Empty: as many as there are."
          />
          <Checkbox
            form={form}
            name="adds_up"
            label="It adds to a product's own discount. Otherwise the better of both counts, product by product."
          />
          <p class="hint">
            Its rules cannot be changed later, since orders keep them: stop it and make another one.
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
    const names = Object.keys(PROMOTION_CELLS) as PromotionCell[];
    const typed = Object.fromEntries(names.map((name) => [name, request.text(name)]));
    const made = await makePromotion(request.db, request.actor, typed);
    return made.ok
      ? done(addressOf(made.value.id), `${made.value.label} is made. It counts for the next order.`)
      : { refused: inForm(made.refusal) };
  },
});

/** A command prints a line for each cell; a form has them at its fields. */
const inForm = (refusal: Refusal<StaffCode>): Refusal<StaffCode> =>
  refusal.code === 'invalid'
    ? { ...refusal, message: 'Nothing was made. Correct the marked fields, and send it again.' }
    : refusal;

/** One promotion: its rules, what it has done, its codes, and its end. */
export const promotionPage = definePage({
  path: ONE,
  role: 'owner',
  async view(request) {
    const [row] = await listPromotions(request.db, request.param('id'));
    if (!row) {
      return {
        title: 'There is no such promotion',
        status: 404,
        back: BACK,
        body: <p>This address names no promotion.</p>,
      };
    }
    const address = addressOf(row.id);
    const codes = request.form(`${address}/codes`);
    return {
      title: row.label,
      back: BACK,
      body: (
        <>
          <p class="standing">{standing(row)}</p>
          <Panel title="What it does">
            <Facts
              rows={[
                ['Takes off', `${takesWords(row)}${scopeWords(row)}`],
                ['From an amount of', <Money kobo={row.fromKobo} />],
                ['Counts', howWords(row)],
                ['Begins', row.beginsAt ? <Time at={row.beginsAt} /> : 'at once'],
                ['Ends', row.endsAt ? <Time at={row.endsAt} /> : 'when you stop it'],
                ['Uses in all', row.useLimit === null ? 'without limit' : number(row.useLimit)],
                [
                  'Uses of one customer',
                  row.customerLimit === null ? 'without limit' : number(row.customerLimit),
                ],
                [
                  'A product’s own discount',
                  row.addsUp ? 'it adds to it' : 'the better of both counts',
                ],
              ]}
            />
          </Panel>
          <Panel title="What it has done">
            <Facts
              rows={[
                [
                  'Used',
                  `${counted(row.uses, 'time')}, orders that wait for their payment included`,
                ],
                ['Given away with paid orders', <Money kobo={row.givenKobo} />],
              ]}
            />
          </Panel>
          {!row.automatic && (
            <Panel title="Codes for one use each">
              <p>
                <a href={`${address}/codes.csv`}>The file of {counted(row.codes, 'code')}</a>
              </p>
              {!row.stoppedAt && (
                <Form form={codes}>
                  <Field
                    form={codes}
                    name="count"
                    label="How many more"
                    inputmode="numeric"
                    hint={`At most ${number(MOST_CODES)} at once.`}
                  />
                  <Field
                    form={codes}
                    name="beginning"
                    label="Their beginning"
                    hint="Such as THANKS, or nothing."
                    maxlength={20}
                  />
                  <Button kind="quiet">Make codes</Button>
                </Form>
              )}
            </Panel>
          )}
          {!row.stoppedAt && (
            <Panel title="Stop it">
              <p class="soft">
                It counts for no order any more. Orders that wait for their payment keep it.
              </p>
              <Form form={request.form(`${address}/stop`)}>
                <Button kind="danger">Stop {row.label}</Button>
              </Form>
            </Panel>
          )}
        </>
      ),
    };
  },
});

/** Ends a promotion. */
export const endPromotion = defineAction({
  path: `${ONE}/stop`,
  role: 'owner',
  page: promotionPage,
  async perform(request) {
    const stopped = await stopPromotion(request.db, request.actor, request.param('id'));
    return stopped.ok
      ? done(PROMOTIONS, `${stopped.value.label} is stopped.`)
      : { refused: stopped.refusal };
  },
});

/** Makes codes that count once each. */
export const addCodes = defineAction({
  path: `${ONE}/codes`,
  role: 'owner',
  page: promotionPage,
  async perform(request) {
    const id = request.param('id');
    const made = await makeCodes(request.db, request.actor, id, {
      count: Number(request.text('count') || Number.NaN),
      beginning: request.text('beginning'),
    });
    return made.ok
      ? done(addressOf(id), `${counted(made.value.length, 'code')} made. They are in the file.`)
      : { refused: made.refusal };
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
