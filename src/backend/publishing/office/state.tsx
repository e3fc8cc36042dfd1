/** @jsxImportSource hono/jsx */

import type { Child } from 'hono/jsx';
import { Badge, Facts, Panel, Time } from '#backend/office/frame/parts.tsx';
import type { Publications } from '#backend/publishing/publications.ts';
import { asTyped } from '#process/as-typed.ts';
import { numberOf } from './words.ts';

type FactRow = readonly [name: string, value: Child];

/** The live release, and whether it shows the newest change. */
export function State({
  publications: { change, notice, publisher },
}: {
  publications: Publications;
}) {
  const newest: FactRow = ['Last change', <Time at={change.at} />];
  if (publisher.kind === 'none') {
    return (
      <Panel>
        <Facts rows={[newest]} />
        <p>
          The settings of this API name no publisher (PUBLISHER_URL), so this page knows nothing of
          releases and can do nothing. On the machine that publishes:{' '}
          <code>{asTyped('publisher', 'status')}</code>, <code>rollback</code> and{' '}
          <code>resume</code>.
        </p>
      </Panel>
    );
  }
  const told = notice?.toldAt ? <Time at={notice.toldAt} /> : 'never';
  const rows: FactRow[] = [
    newest,
    ['Publisher told', told],
    ...(notice?.error ? [['The last try failed', notice.error] as const] : []),
  ];
  if (publisher.kind === 'foreign') {
    return (
      <Panel>
        <Facts rows={rows} />
        <p>
          {publisher.host} builds the pages and only takes messages. Its own pages show which
          version is live, and how to go back to an earlier one.
        </p>
      </Panel>
    );
  }
  if (publisher.kind === 'away') {
    return (
      <Panel>
        <Facts rows={rows} />
        <p class="error">
          The publisher does not report its state: {publisher.reason} The live site stays as it is.
          Changes are kept, and published when it is back.
        </p>
      </Panel>
    );
  }
  const { live, releases, waitingSince, heldSince, failures, lastFailure } = publisher.report;
  const facts = releases.find(({ name }) => name === live);
  const state = heldSince ? (
    <Badge tone="warn">Held</Badge>
  ) : failures > 0 ? (
    <Badge tone="bad">Failing</Badge>
  ) : waitingSince ? (
    <Badge tone="warn">Being published</Badge>
  ) : notice?.told !== change.version ? (
    <Badge tone="warn">Not told yet</Badge>
  ) : (
    <Badge tone="good">Up to date</Badge>
  );
  const ofRelease: FactRow[] = facts
    ? [
        ['Made', <Time at={new Date(facts.madeAt)} />],
        ['Products in it', facts.products.toLocaleString('en')],
      ]
    : [];
  return (
    <Panel>
      <Facts
        rows={[
          ['Live', live ? `Version ${numberOf(live)}` : 'nothing yet'],
          ['State', state],
          ...ofRelease,
          ...rows,
        ]}
      />
      {failures > 0 && lastFailure && (
        <p class="error words">
          {failures === 1 ? 'The last update' : `The last ${failures} updates`} failed. The live
          site stays as it was. {lastFailure.reason}
        </p>
      )}
    </Panel>
  );
}
