/** @jsxImportSource hono/jsx */

import { refuse } from '#backend/base/result.ts';
import { Button, Form } from '#backend/office/frame/Form.tsx';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import { Badge, List, Panel, Row, Time } from '#backend/office/frame/parts.tsx';
import { defineAction, definePage, leadTo } from '#backend/office/frame/routes.ts';
import {
  type FactsNow,
  factForm,
  readFactsNow,
  resetFacts,
  saveFact,
} from '#backend/shop/change.ts';
import { SHAPES } from '#backend/shop/fact-shapes.ts';
import { actionsOn } from '#backend/staff/actions.ts';
import { CHANGEABLE, type ChangeableField } from '#config/shop-changes.ts';
import { filesOf } from '#config/shop-folder.ts';
import { FactFields } from './fact-fields.tsx';

const SHOP = '/admin/shop';
const FACT = `${SHOP}/:fact`;
const addressOf = (field: ChangeableField) => `${SHOP}/${field}`;
const BACK = { path: SHOP, name: 'Shop' };
/** The number of changes of a fact that its page lists. */
const LISTED = 10;

/** The fields by frequency of use. */
const GROUPS: readonly { title: string; fields: readonly ChangeableField[] }[] = [
  { title: 'Landing page', fields: ['promo', 'banners', 'brands', 'reassurance'] },
  { title: 'Delivery', fields: ['deliverySummary', 'deliveryPolicy', 'delivery'] },
  { title: 'How to reach you', fields: ['phone', 'email', 'chat', 'social', 'address', 'hours'] },
  { title: 'Words about the shop', fields: ['tagline', 'description', 'about', 'range'] },
  { title: 'Others', fields: ['cancelling', 'giftWrapping', 'sampleCreditDays', 'campaigns'] },
];

/** The page of all facts that can be changed here. */
export const shopPage = definePage({
  path: SHOP,
  role: 'owner',
  async view(request) {
    const now = await readFactsNow(request.db);
    return {
      title: 'Shop',
      body: (
        <>
          <p class="soft">
            Changes here appear on every page within seconds. The shop's name, its pictures and its
            legal pages are in its folder.
          </p>
          {GROUPS.map(({ title, fields }) => (
            <Panel title={title}>
              <List empty="">
                {fields.map((field) => (
                  <Row
                    href={addressOf(field)}
                    title={SHAPES[field].label}
                    under={summary(now, field)}
                    end={now.set.includes(field) && <Badge tone="good">Set here</Badge>}
                  />
                ))}
              </List>
            </Panel>
          ))}
          <p>
            <a href="/admin/shop-facts.json">Download all as a file</a>
          </p>
        </>
      ),
    };
  },
});

/** Returns the beginning of a fact. */
function summary(now: FactsNow, field: ChangeableField): string {
  const shape = SHAPES[field];
  const value = now.facts[field];
  if (shape.kind === 'list') {
    const names = (value as (string | { title: string })[]).map((each) =>
      typeof each === 'string' ? each : each.title,
    );
    return short(names.join(', ')) || 'None';
  }
  if (field === 'delivery') return `Orders before ${now.facts.delivery.cutOff} count for the day`;
  const [first = ''] = Object.values(factForm(now, field).values).filter(Boolean);
  return short(first.replaceAll('\n', ', ')) || 'None';
}

const short = (text: string) => (text.length > 90 ? `${text.slice(0, 89)}…` : text);

const fieldOf = (request: PageRequest): ChangeableField | undefined =>
  CHANGEABLE.find((field) => field === request.param('fact'));

export const factPage = definePage({
  path: FACT,
  role: 'owner',
  async view(request) {
    const field = fieldOf(request);
    if (!field) return NOTHING;
    const now = await readFactsNow(request.db);
    const shape = SHAPES[field];
    const { values, version } = factForm(now, field);
    const address = addressOf(field);
    const form = request.form(address, version);
    const sent = request.returned?.action === address ? textsOf(request.returned.fields) : {};
    const actions = (await actionsOn(request.db, field)).filter(({ action }) =>
      action.startsWith('fact.'),
    );
    return {
      title: shape.label,
      back: BACK,
      body: (
        <>
          {shape.kind !== 'text' && shape.hint && <p class="soft">{shape.hint}</p>}
          <Form form={form}>
            <FactFields
              form={form}
              name={field}
              shape={shape}
              values={values}
              sent={sent}
              pictures={picturesOf(now)}
              top
            />
            <Button>Save</Button>
          </Form>
          {now.set.includes(field) && (
            <Panel title="In the shop’s folder">
              <p class="soft">This was set here. The shop's folder has its own words for it.</p>
              <Form form={request.form(`${address}/reset`, version)}>
                <Button kind="danger">Use the folder's again</Button>
              </Form>
            </Panel>
          )}
          {actions.length > 0 && (
            <Panel title="Changes">
              <List empty="">
                {actions.slice(0, LISTED).map(({ at, recordedBy, detail }) => (
                  <Row title={<Time at={at} />} under={`${recordedBy}: ${detail ?? ''}`} />
                ))}
              </List>
            </Panel>
          )}
        </>
      ),
    };
  },
});

const NOTHING = {
  title: 'There is no such field',
  status: 404,
  back: BACK,
  body: <p>The shop has no field of this name that can be changed here.</p>,
};

/** Returns the folder's landscape pictures, which a banner may name. */
const picturesOf = ({ folder }: FactsNow): string[] =>
  Object.keys(filesOf(folder, 'pictures', /\.jpg$/)).filter((name) => !name.endsWith('-portrait'));

/** Returns the texts of a form by name. Ticked boxes with one name are joined, one on each line. */
function textsOf(fields: FormData): Record<string, string> {
  const names = [...new Set(fields.keys())].filter((name) => !name.startsWith('_'));
  return Object.fromEntries(
    names.map((name) => [name, fields.getAll(name).map(String).join('\n')]),
  );
}

export const changeFact = defineAction({
  path: FACT,
  role: 'owner',
  page: factPage,
  async perform(request) {
    const field = fieldOf(request);
    if (!field) return UNKNOWN;
    const values = textsOf(request.fields);
    const saved = await saveFact(request.db, request.actor, field, {
      values,
      version: request.version,
    });
    if (!saved.ok) return saved;
    const { label } = SHAPES[field];
    return leadTo(
      SHOP,
      field in saved.value.changes
        ? `${label}: saved. Shoppers see it in a few seconds.`
        : `${label}: nothing was changed.`,
    );
  },
});

/** Restores the folder's value. */
export const resetFact = defineAction({
  path: `${FACT}/reset`,
  role: 'owner',
  page: factPage,
  async perform(request) {
    const field = fieldOf(request);
    if (!field) return UNKNOWN;
    const reset = await resetFacts(request.db, request.actor, [field], request.version);
    if (!reset.ok) return reset;
    return leadTo(SHOP, `${SHAPES[field].label}: the folder's words are used again.`);
  },
});

const UNKNOWN = refuse('not_found', 'There is no such field.');

/** All facts as `npm run shop -- export` writes them. */
export const factsFile = definePage({
  path: '/admin/shop-facts.json',
  role: 'owner',
  async view(request) {
    const { facts } = await readFactsNow(request.db);
    const own = Object.fromEntries(CHANGEABLE.map((field) => [field, facts[field]]));
    return new Response(`${JSON.stringify(own, null, 2)}\n`, {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="shop-facts.json"',
      },
    });
  },
});
