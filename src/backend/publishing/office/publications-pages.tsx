/** @jsxImportSource hono/jsx */
import { refuse } from '#backend/base/result.ts';
import { Button, Form } from '#backend/office/frame/Form.tsx';
import { Facts, Time } from '#backend/office/frame/parts.tsx';
import { defineAction, definePage, leadTo } from '#backend/office/frame/routes.ts';
import {
  publishNow,
  resume,
  rollBack,
  showPublications,
} from '#backend/publishing/publications.ts';
import { publisherOf } from '#backend/publishing/publisher.ts';
import { LastPublications, LastRequest, Releases } from './report.tsx';
import { State } from './state.tsx';
import { numberOf } from './words.ts';

const PUBLICATIONS = '/admin/publications';
const RELEASE = `${PUBLICATIONS}/releases/:release`;
const RESUME = `${PUBLICATIONS}/resume`;
const PUBLISH = `${PUBLICATIONS}/publish`;
const releaseAddress = (release: string) => `${PUBLICATIONS}/releases/${release}`;

/** The state of the site, as far as the publisher reports it. */
export const publicationsPage = definePage({
  path: PUBLICATIONS,
  role: 'owner',
  async view(request) {
    const shown = await showPublications(
      request.db,
      publisherOf(request.office.settings),
      request.actor,
    );
    if (!shown.ok) return { title: 'The site', status: 403, body: shown.refusal.message };
    const { value } = shown;
    const { publisher } = value;
    const held = publisher.kind === 'ours' && publisher.report.heldSince !== null;
    const { returned } = request;
    // Somebody else has resumed, so the refused form is no longer on the page.
    const refusal = returned?.action === RESUME && !held ? returned.refusal.message : null;
    return {
      title: 'The site',
      body: (
        <>
          {refusal && (
            <p class="errors" role="alert">
              {refusal}
            </p>
          )}
          {publisher.kind === 'ours' && publisher.report.heldSince && (
            <div class="errors stack">
              <p>
                Nothing has been published since <Time at={new Date(publisher.report.heldSince)} />:
                an earlier version was shown again. Your changes are kept, and shoppers see them
                once you resume. Prices, stock and the checkout stay up to date.
              </p>
              <Form form={request.form(RESUME)}>
                <input type="hidden" name="heldSince" value={publisher.report.heldSince} />
                <div class="buttons">
                  <Button>Publish again</Button>
                </div>
              </Form>
            </div>
          )}
          <State publications={value} />
          {publisher.kind !== 'none' && !held && (
            <Form form={request.form(PUBLISH)}>
              <p class="hint">
                Changes are published automatically. After you fix the cause of a failure, you need
                not wait for the next try.
              </p>
              <div class="buttons">
                <Button kind="quiet">Build the pages now</Button>
                <a class="button quiet" href={PUBLICATIONS}>
                  Look again
                </a>
              </div>
            </Form>
          )}
          {publisher.kind === 'ours' && (
            <>
              <LastRequest request={publisher.report.request} held={held} />
              <Releases report={publisher.report} addressOf={releaseAddress} />
              <LastPublications report={publisher.report} />
            </>
          )}
        </>
      ),
    };
  },
});

/** The confirmation before an earlier release is shown. */
export const releasePage = definePage({
  path: RELEASE,
  role: 'owner',
  async view(request) {
    const back = { path: PUBLICATIONS, name: 'The site' };
    const shown = await showPublications(
      request.db,
      publisherOf(request.office.settings),
      request.actor,
    );
    const report =
      shown.ok && shown.value.publisher.kind === 'ours' ? shown.value.publisher.report : null;
    const name = request.param('release');
    const release = report?.releases.find((each) => each.name === name);
    if (!report?.live || !release || release.name === report.live) {
      return {
        title: 'This version cannot be shown',
        status: 404,
        back,
        body: (
          <p>
            {request.returned?.refusal.message ??
              'It is live already, or not kept any more, or the publisher does not answer.'}
          </p>
        ),
      };
    }
    return {
      title: `Show version ${numberOf(name)} again?`,
      back,
      body: (
        <>
          <Facts
            rows={[
              ['Made', <Time at={new Date(release.madeAt)} />],
              ['Products in it', release.products.toLocaleString('en')],
              ['Live now', `Version ${numberOf(report.live)}`],
            ]}
          />
          <p>
            The pages of the shop become those of that moment. After that nothing is published until
            you press 'Publish again', because the cause of the bad version may still exist.
            Shoppers can still order, at today's prices.
          </p>
          <Form form={request.form(releaseAddress(name))}>
            <input type="hidden" name="live" value={report.live} />
            <Button kind="danger">Show version {numberOf(name)} again</Button>
          </Form>
        </>
      ),
    };
  },
});

/** Shows an earlier release again. */
export const rollBackSite = defineAction({
  path: RELEASE,
  role: 'owner',
  page: releasePage,
  async perform(request) {
    const release = request.param('release');
    const wanted = { release, live: request.text('live') };
    if (![release, wanted.live].every((name) => /^\d{6,}$/.test(name))) {
      return refuse('invalid', 'This form names no version.');
    }
    const asked = await rollBack(
      request.db,
      publisherOf(request.office.settings),
      request.actor,
      wanted,
    );
    if (!asked.ok) return asked;
    const number = numberOf(release);
    return leadTo(
      PUBLICATIONS,
      asked.value === 'done'
        ? `Version ${number} was asked for. The result is below.`
        : `The pages are being built. Version ${number} is shown again after it.`,
    );
  },
});

/** Resumes publishing. */
export const resumeSite = defineAction({
  path: RESUME,
  role: 'owner',
  page: publicationsPage,
  async perform(request) {
    const heldSince = request.text('heldSince');
    if (Number.isNaN(Date.parse(heldSince))) {
      return refuse('invalid', 'This form is incomplete. Open it again.');
    }
    const asked = await resume(
      request.db,
      publisherOf(request.office.settings),
      request.actor,
      heldSince,
    );
    if (!asked.ok) return asked;
    return leadTo(PUBLICATIONS, 'Changes are published again. The first version is being built.');
  },
});

/** Builds the pages now. */
export const publishSite = defineAction({
  path: PUBLISH,
  role: 'owner',
  page: publicationsPage,
  async perform(request) {
    const told = await publishNow(request.db, publisherOf(request.office.settings), request.actor);
    if (!told.ok) return told;
    return leadTo(PUBLICATIONS, 'The publisher has been told. Look again in a few seconds.');
  },
});
