/** @jsxImportSource hono/jsx */
import { Badge, List, Panel, Row, Time } from '#backend/office/frame/parts.tsx';
import type { PublisherReport } from '#contract/publishing.ts';
import { numberOf } from './words.ts';

/** The result of the last rollback requested here, while it still matters. */
export function LastRequest({
  request,
  held,
}: {
  request: PublisherReport['request'];
  held: boolean;
}) {
  if (!request || (request.doneAt && !request.fault && !held)) return null;
  const release = `Version ${numberOf(request.release)}`;
  return (
    <p role="status">
      {request.fault ? (
        <>
          {release} was asked for and is not shown: {request.fault}
        </>
      ) : request.doneAt ? (
        <>
          {release} was shown again <Time at={new Date(request.doneAt)} />.
        </>
      ) : (
        <>
          {release} was asked for <Time at={new Date(request.at)} />, and is shown after the current
          update.
        </>
      )}
    </p>
  );
}

/** The releases that can be shown. */
export const Releases = ({
  report: { releases, live },
  addressOf,
}: {
  report: PublisherReport;
  addressOf(release: string): string;
}) => (
  <Panel title="Versions of the site">
    <List empty="Nothing was published yet.">
      {releases.map(({ name, madeAt, products }) => (
        <Row
          {...(name !== live && { href: addressOf(name) })}
          title={`Version ${numberOf(name)}`}
          under={
            <>
              <Time at={new Date(madeAt)} />, {products.toLocaleString('en')} products
            </>
          }
          end={
            name === live ? <Badge tone="good">Live</Badge> : <span class="soft">Show again</span>
          }
        />
      ))}
    </List>
  </Panel>
);

export const LastPublications = ({ report: { publications } }: { report: PublisherReport }) => (
  <Panel title="Latest updates">
    <List empty="None yet.">
      {publications.map(({ at, seconds, outcome, release, pages, reason }) => (
        <Row
          title={<Time at={new Date(at)} />}
          under={
            outcome === 'failed'
              ? (reason ?? '').split('\n', 1)[0]
              : outcome === 'unchanged'
                ? 'No page has changed'
                : `Version ${numberOf(release ?? '0')}, ${pages} pages written`
          }
          end={
            <>
              {outcome === 'failed' && <Badge tone="bad">Failed</Badge>} {seconds.toFixed(1)} s
            </>
          }
        />
      ))}
    </List>
  </Panel>
);
