/** @jsxImportSource hono/jsx */
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import { type LiveState, readLiveState } from '#backend/products/edit/live-state.ts';
import type { ProductStatus } from '#backend/products/fields/product-cells.ts';
import { publisherOf } from '#backend/publishing/publisher.ts';
import { productPath } from '#config/paths.ts';
import { productPage } from './addresses.ts';

/** The link to the page for shoppers and, after a change, whether they see it yet. */
export async function Live({
  request,
  id,
  status,
}: {
  request: PageRequest;
  id: string;
  status: ProductStatus;
}) {
  const { settings } = request.office;
  const changed = request.query.has('done');
  const live = changed ? await readLiveState(request.db, publisherOf(settings)) : null;
  const again = `${productPage(id)}?${request.query}`;
  return (
    <p class="live">
      {status === 'hidden' ? (
        <span>Hidden: shoppers do not find it.</span>
      ) : (
        <a href={`${settings.SITE_URL ?? ''}${productPath(id)}`}>See it in the shop</a>
      )}
      {live && (
        <span>
          {words(live)} {live.state !== 'out' && <a href={again}>Look again</a>}
        </span>
      )}
    </p>
  );
}

function words(live: LiveState): string {
  switch (live.state) {
    case 'out':
      return 'Shoppers see the change now.';
    case 'coming':
      return 'On its way: shoppers see the change in a few seconds.';
    case 'held':
      return 'Not live yet: a release was rolled back, and nothing is published until somebody resumes publishing.';
    case 'failing':
      return `Not live yet: ${live.reason} The shop tries again by itself.`;
    case 'unknown':
      return 'The publisher does not say whether the change is live yet.';
  }
}
