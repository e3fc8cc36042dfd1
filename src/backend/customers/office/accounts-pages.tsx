/** @jsxImportSource hono/jsx */

import type { AccountAction } from '#backend/customers/actions.ts';
import {
  type AccountFacts,
  changeAccount,
  type FoundAccount,
  type FoundGuest,
  findShoppers,
  showAccount,
} from '#backend/customers/customers.ts';
import { ORDERS } from '#backend/office/addresses.ts';
import { Button, Field, Form } from '#backend/office/frame/Form.tsx';
import type { FormRequest } from '#backend/office/frame/page-request.ts';
import { Badge, Facts, List, Panel, Row, Time } from '#backend/office/frame/parts.tsx';
import { defineAction, definePage, leadTo, type Outcome } from '#backend/office/frame/routes.ts';

const ACCOUNTS = '/admin/accounts';
const ACCOUNT = `${ACCOUNTS}/:id`;
const addressOf = (id: string) => `${ACCOUNTS}/${encodeURIComponent(id)}`;
const BACK = { path: ACCOUNTS, name: 'Shoppers' };

/** The page for finding a shopper's account, or the orders of a guest. */
export const accountsPage = definePage({
  path: ACCOUNTS,
  role: 'owner',
  async view(request) {
    const text = request.query.get('q')?.trim() ?? '';
    const found = text ? await findShoppers(request.db, request.actor, text) : null;
    return {
      title: 'Shoppers',
      body: (
        <>
          <form class="form inline" method="get" action={ACCOUNTS}>
            <div class="field">
              <label for="accounts-q">Email address, name or phone</label>
              <input type="search" id="accounts-q" name="q" value={text} maxlength={200} />
            </div>
            <button class="button" type="submit">
              Find
            </button>
          </form>
          {found &&
            (found.ok ? <Found {...found.value} text={text} /> : <p>{found.refusal.message}</p>)}
        </>
      ),
    };
  },
});

const Found = ({
  accounts,
  guests,
  text,
}: {
  accounts: readonly FoundAccount[];
  guests: readonly FoundGuest[];
  text: string;
}) => (
  <List empty={`No shopper has '${text}' in the address, name or phone number.`}>
    {accounts.map(({ id, email, fullName, blockedAt }) => (
      <Row
        href={addressOf(id)}
        title={fullName}
        under={email}
        end={blockedAt && <Badge tone="bad">Blocked</Badge>}
      />
    ))}
    {guests.map(({ order, email, fullName, phone }) => (
      <Row
        href={`${ORDERS}?${new URLSearchParams({ of: order })}`}
        title={fullName}
        under={`${email}, ${phone}, without an account`}
      />
    ))}
  </List>
);

export const accountPage = definePage({
  path: ACCOUNT,
  role: 'owner',
  async view(request) {
    const shown = await showAccount(request.db, request.actor, request.param('id'));
    if (!shown.ok) {
      return {
        title: 'There is no such account',
        status: 404,
        back: BACK,
        body: <p>{shown.refusal.message}</p>,
      };
    }
    const account = shown.value;
    const address = addressOf(account.id);
    const erasing = request.form(`${address}/erase`);
    return {
      title: account.fullName,
      back: BACK,
      body: (
        <div class="columns">
          <div class="stack">
            <Sheet account={account} />
            <Panel title="What was changed">
              <List empty="Nothing yet.">
                {account.actions.map(({ at, action, recordedBy }) => (
                  <Row
                    title={`${DONE[action] ?? action} by ${recordedBy}`}
                    under={<Time at={at} />}
                  />
                ))}
              </List>
            </Panel>
          </div>
          <div class="stack">
            {account.blockedAt ? (
              <Panel title="Unblock">
                <p class="soft">Its owner can log in again.</p>
                <Form form={request.form(`${address}/unblock`)}>
                  <Button>Unblock this account</Button>
                </Form>
              </Panel>
            ) : (
              <Panel title="Block">
                <p class="soft">
                  Ends its sessions and lets nobody log in. Orders, reviews and the links in emails
                  stay.
                </p>
                <Form form={request.form(`${address}/block`)}>
                  <Button kind="danger">Block this account</Button>
                </Form>
              </Panel>
            )}
            <Panel title="Erase">
              <p class="soft">
                Deletes it with its reviews, as its owner can. Orders stay for the books, without
                personal data once nothing is to be delivered any more. Nobody can undo this.
              </p>
              <Form form={erasing}>
                <Field
                  form={erasing}
                  name="confirmed"
                  label="To confirm, type its email address"
                  type="email"
                  autocomplete="off"
                />
                <Button kind="danger">Erase this account</Button>
              </Form>
            </Panel>
          </div>
        </div>
      ),
    };
  },
});

const DONE: Readonly<Record<string, string>> = {
  'account.block': 'Blocked',
  'account.unblock': 'Unblocked',
};

const Sheet = ({ account }: { account: AccountFacts }) => (
  <Facts
    rows={[
      ['Email address', account.email],
      ['Phone', account.phone ?? 'none given'],
      ['Since', <Time at={account.createdAt} />],
      [
        'Blocked',
        account.blockedAt ? (
          <>
            since <Time at={account.blockedAt} />
          </>
        ) : (
          'no'
        ),
      ],
      ['Orders', String(account.orders)],
      ['Reviews', String(account.reviews)],
      ['Signed-in browsers', String(account.sessions)],
    ]}
  />
);

async function change(request: FormRequest, what: AccountAction, words: string): Promise<Outcome> {
  const id = request.param('id');
  const options = what === 'erase' ? { what, confirmed: request.text('confirmed') } : { what };
  const changed = await changeAccount(request.db, request.actor, id, options);
  if (!changed.ok) return changed;
  const already = changed.value === 'before' ? ' already' : '';
  return leadTo(what === 'erase' ? ACCOUNTS : addressOf(id), `The account is ${words}${already}.`);
}

/** Ends the sessions of an account, and prevents logins. */
export const blockAccount = defineAction({
  path: `${ACCOUNT}/block`,
  role: 'owner',
  page: accountPage,
  perform: (request) => change(request, 'block', 'blocked'),
});

/** Lets its owner log in again. */
export const unblockAccount = defineAction({
  path: `${ACCOUNT}/unblock`,
  role: 'owner',
  page: accountPage,
  perform: (request) => change(request, 'unblock', 'not blocked'),
});

/** Deletes an account. */
export const eraseAccount = defineAction({
  path: `${ACCOUNT}/erase`,
  role: 'owner',
  page: accountPage,
  perform: (request) => change(request, 'erase', 'erased'),
});
