/** @jsxImportSource hono/jsx */

import {
  archiveStandsStill,
  archiveWaitsSince,
  readArchiveState,
} from '#backend/backup/log-archive.ts';
import { AT_DOOR, BACKUPS, ORDERS, PAYMENTS } from '#backend/office/addresses.ts';
import { Badge, List, Panel, Row } from '#backend/office/frame/parts.tsx';
import { definePage } from '#backend/office/frame/routes.ts';
import { ShortTime } from '#backend/order-book/office/parts.tsx';
import { listForStaff } from '#backend/products/edit/list.ts';
import { publisherOf } from '#backend/publishing/publisher.ts';
import { may } from '#backend/staff/actor.ts';
import { countOwnerPasskeys } from '#backend/staff/people.ts';
import { bestSellers, compareWeeks, type DaySales, salesByDay } from '#backend/today/sales.ts';
import { type SiteState, siteState } from '#backend/today/site-state.ts';
import { countWaiting, type Waiting } from '#backend/today/waiting.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { counted } from '#domain/words.ts';
import { SalesPlot } from './plot.tsx';

/** The kinds of work, each with its page in the back office, if there is one. */
const KINDS: readonly (readonly [kind: keyof Waiting, what: string, path?: string])[] = [
  ['unmatched', 'paid, without an order', PAYMENTS],
  ['toPack', 'to pack', `${ORDERS}?show=unpacked`],
  ['placeless', 'without a place: name it before packing', `${ORDERS}?show=placeless`],
  ['paidLate', 'paid after it had been cancelled: pack it or pay it back', `${ORDERS}?show=late`],
  ['toShip', 'packed, to ship', `${ORDERS}?show=packed`],
  ['refundsDue', 'refunds due', `${ORDERS}?show=refund`],
  ['transfers', 'waiting for a transfer to your account', `${ORDERS}?show=transfer`],
  ['toCollect', 'to collect at the door', `${ORDERS}?show=collect`],
  ['returns', 'with returns to settle', `${ORDERS}?show=return`],
  ['withCash', 'couriers who have cash of yours', AT_DOOR],
  ['disputes', 'disputed payments', `${ORDERS}?show=dispute`],
  ['fewLeft', 'products that run out', '/admin/products?view=low'],
  ['soldOut', 'products sold out', '/admin/products?view=sold-out'],
  ['toLookAt', 'reviews to check', '/admin/reviews?view=to-look-at'],
  ['failedEmails', 'emails that failed', '/admin/emails'],
  ['daysWithoutBackup', 'days without a backup', BACKUPS],
  ['damagedBackups', 'backups that are damaged', BACKUPS],
];

/** The page Today: payments of 30 days, what needs attention, and whether the site follows the catalogue. */
export const todayPage = definePage({
  path: '/admin',
  role: 'packer',
  async view({ db, office, sections, actor, session }) {
    const [days, waiting, site, keys, best, few, archive, archiveWaits] = await Promise.all([
      salesByDay(db),
      countWaiting(db),
      siteState(db, publisherOf(office.settings)),
      countOwnerPasskeys(db),
      bestSellers(db),
      listForStaff(db, { search: '', view: 'low', page: 1 }),
      readArchiveState(office.settings.DATA_DIR),
      archiveWaitsSince(db),
    ]);
    const onlyKey = keys === 1 && may(actor.role, 'owner');
    const isOpen = (path = '') => {
      const role = office.roleOf(path.split('?')[0] ?? '');
      return role !== undefined && may(actor.role, role);
    };
    const kinds = KINDS.filter(([kind]) => waiting[kind] > 0);
    const publications = sections.find(({ path }) => path === '/admin/publications')?.path;
    return {
      title: 'Today',
      body: (
        <div class="columns">
          <div class="stack">
            <Comparison days={days} />
            <SalesPlot days={days} />
          </div>
          <div class="stack">
            <Panel title="Needs attention">
              {site.state === 'failed' && (
                <p class="notice">
                  Shoppers do not see the latest changes: their pages could not be built.{' '}
                  {publications && <a href={publications}>See why</a>}
                </p>
              )}
              {archive && archiveStandsStill(archiveWaits) && (
                <p class="notice">
                  The archive stopped at <ShortTime at={archiveWaits} />: if the machine were lost,
                  everything since then would be lost, too. The shop keeps selling.{' '}
                  {isOpen(BACKUPS) && <a href={BACKUPS}>See why</a>}
                </p>
              )}
              {onlyKey && (
                <p class="notice">
                  Only one phone can open the back office as an owner.{' '}
                  <a href={`/admin/people/${session?.staffId}`}>Add another phone or computer</a>
                </p>
              )}
              <List empty="Nothing. Everything is packed, paid back and delivered.">
                {kinds.map(([kind, what, path]) => (
                  <Row
                    href={isOpen(path) ? path : undefined}
                    title={
                      <span class="counted">
                        <b class="count">{waiting[kind] >= 1000 ? '1,000+' : waiting[kind]}</b>{' '}
                        <span>{what}</span>
                      </span>
                    }
                  />
                ))}
              </List>
            </Panel>
            <Panel title="The site">
              <Site site={site} publications={publications} />
            </Panel>
            {isOpen(BACKUPS) && (
              <p class="hint">
                <a href={BACKUPS}>Backups and archive</a>
                {archive?.places.length === 1 && ': machine and archive share a disk'}
              </p>
            )}
          </div>
          <div class="stack">
            {best.length > 0 && (
              <Panel title="Best sellers of 30 days">
                <List empty="">
                  {best.map(({ name, units }) => (
                    <Row title={name} end={counted(units, 'unit')} />
                  ))}
                </List>
              </Panel>
            )}
            {few.total > 0 && (
              <Panel title="What runs out">
                <List empty="">
                  {few.products.slice(0, MOST_FEW).map((product) => (
                    <Row
                      href={`/admin/products/${product.id}`}
                      title={product.name}
                      end={`${product.left} left`}
                    />
                  ))}
                </List>
              </Panel>
            )}
          </div>
        </div>
      ),
    };
  },
});

/** The number of products with low stock that Today names; the list has all. */
const MOST_FEW = 5;

/** Today and this week, each compared with last week. */
const Comparison = ({ days }: { days: readonly DaySales[] }) => (
  <dl class="compared">
    {compareWeeks(days).map(({ name, kobo, orders, before }) => (
      <div>
        <dt>{name}</dt>
        <dd>
          <b class="money">{formatNaira(Math.round(toNaira(kobo)))}</b>{' '}
          <span>{counted(orders, 'order')}</span>{' '}
          <span class="soft">
            last week {before === 0 ? 'nothing' : formatNaira(Math.round(toNaira(before)))}
          </span>
        </dd>
      </div>
    ))}
  </dl>
);

function Site({ site, publications }: { site: SiteState; publications: string | undefined }) {
  if (site.state === 'none')
    return <p class="soft">No publisher is told of changes (PUBLISHER_URL is not set).</p>;
  const [word, tone] = (
    {
      follows: ['up to date', 'good'],
      waits: ['a change is on its way', 'plain'],
      held: ['rolled back: changes wait', 'warn'],
      failed: ['the last update failed', 'bad'],
    } as const
  )[site.state];
  return (
    <>
      <p>
        <Badge tone={tone}>{word}</Badge>{' '}
        {site.live && (
          <span class="soft">
            live since <ShortTime at={site.live} />
          </span>
        )}
      </p>
      {site.state === 'failed' && (
        <p>
          {site.reason}
          {site.since && (
            <>
              {' '}
              The site has shown no change since <ShortTime at={site.since} />.
            </>
          )}
        </p>
      )}
      {publications && (
        <p>
          <a href={publications}>Versions and updates</a>
        </p>
      )}
    </>
  );
}
