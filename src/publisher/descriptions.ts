import { lagosTime } from '#domain/lagos-date.ts';
import { asTyped } from '#process/as-typed.ts';
import type { PublicationReport } from '#publisher/build/publication.ts';
import type { ReleaseFacts } from '#publisher/release/facts.ts';
import type { HeavyPages } from '#publisher/release/heavy.ts';
import type { Poll, PollOutcome, Publication, Status } from '#publisher/status.ts';

const number = (value: number) => value.toLocaleString('en');
const seconds = (value: number) => `${value.toFixed(1)} s`;

export function describeReport(report: PublicationReport): string {
  const { bundling, reading, rendering, search, compressing, checking } = report.seconds;
  const what = report.swapped
    ? `release ${report.release} is live: ${report.rewritten} of ${report.pages} pages are new`
    : `release ${report.release} stays live: no page has changed`;
  return `${what} (bundling ${seconds(bundling)}, reading ${seconds(reading)}, rendering ${seconds(rendering)}, search index ${seconds(search)}, compressing ${seconds(compressing)}, checking ${seconds(checking)}; peak memory ${report.peakMemory} MB)`;
}

/** The number of products or pictures that a text names. The others are counted. */
const NAMED = 20;

/** Lists the products that were left out, one per line, and the changes to the others, one line per field. */
function describeReading({ skipped, notes }: PublicationReport): string[] {
  const more = skipped.length - NAMED;
  return [
    ...skipped.slice(0, NAMED).map(({ name, reason }) => `Left out: ${name}. ${reason}`),
    ...(more > 0 ? [`Left out: ${more} more products.`] : []),
    ...notes.map(
      ({ field, did, got, wanted, count }) =>
        `${did === 'adapted' ? 'Adapted' : 'Dropped'}: ${field}, ${count} times (got ${got}, wanted ${wanted}).`,
    ),
  ];
}

/** Lists the pages that the merchant's content makes heavy. They are published all the same. */
export function describeHeavy({ count, heaviest }: HeavyPages): string[] {
  const lines = heaviest.map(
    ({ file, what, bytes, limit }) =>
      `Heavy page: /${file.replace(/\.html$/, '')}, ${what} takes ${number(bytes)} bytes of ${number(limit)}.`,
  );
  const more = count - heaviest.length;
  if (more > 0) lines.push(`Heavy page: ${number(more)} more.`);
  if (count > 0) lines.push(LIGHTER);
  return lines;
}

const LIGHTER =
  'Shoppers pay for each byte: shorter descriptions, fewer tags and fewer pictures make such a page lighter.';

/** Describes the catalogue and pages of a publication. */
export const describeContents = (report: PublicationReport): string[] => [
  ...describeReading(report),
  ...describeHeavy(report.heavy),
  ...describeRedirects(report),
  ...describePictures(report),
];

const describeRedirects = ({ redirectsLeftOut: left }: PublicationReport): string[] =>
  left > 0
    ? [
        `_redirects leaves out ${number(left)} of the addresses that have moved, since Cloudflare Pages reads only 2,000: there the 404 page asks the API for them.`,
      ]
    : [];

/** Describes the pictures on other servers, one line each; nothing for a catalogue without any. */
function describePictures({ pictures }: PublicationReport): string[] {
  if (!pictures) return [];
  const { ready, made, waiting, beyond, failed, refused } = pictures;
  const lines: string[] = [];
  if (ready + waiting + failed.length > 0) {
    const later = waiting > 0 ? `, ${waiting} wait for the next build` : '';
    const over = beyond > 0 ? `, ${beyond} are more than a site has renditions of` : '';
    lines.push(
      `Pictures of other servers: ${ready} have renditions, ${made} made in ${seconds(pictures.seconds)}${later}${over}`,
    );
  }
  for (const [host, count] of Object.entries(refused)) {
    lines.push(
      `${count} pictures on ${host} stay at full size: if you trust that host, add it to the setting PICTURE_HOSTS`,
    );
  }
  const more = failed.length - NAMED;
  lines.push(...failed.slice(0, NAMED).map(({ url, reason }) => `Picture ${url} ${reason}`));
  if (more > 0) lines.push(`and ${more} more pictures`);
  return lines;
}

function describePublication({ at, outcome, report, reason, seconds: took }: Publication): string {
  const line = `  ${lagosTime(at)}  ${outcome.padEnd(9)}  ${seconds(took).padStart(7)}`;
  if (report) return `${line}  release ${report.release}, ${report.rewritten} pages new`;
  return `${line}  ${(reason ?? '').split('\n')[0]}`;
}

const POLLED: Record<PollOutcome, string> = {
  same: 'nothing has changed',
  changed: 'the catalogue has changed',
  busy: 'not read, because an earlier change is being published',
  held: 'not read, because changes are held',
  failed: 'it failed',
};

function describePoll({ at, seconds: took, outcome, reason, next }: Poll): string {
  const line = `Last poll: ${lagosTime(at)}, ${seconds(took)}: ${POLLED[outcome]}. The next one is due ${lagosTime(next)}.`;
  return reason === undefined ? line : `${line}\n${indented(reason)}`;
}

/** Returns the output of `status`. */
export function describeStatus(
  live: ReleaseFacts | null,
  status: Status,
  releases: readonly string[],
): string {
  const lines = live
    ? [
        `Live: release ${live.name}, made ${lagosTime(live.madeAt)}, ${live.products} products`,
        `Catalogue: ${live.version === null ? 'the backend has no versions' : `version ${live.version}`}`,
        ...describeShop(live),
        `Releases: ${releases.join(', ')}`,
      ]
    : [`Nothing is live yet. ${asTyped('publisher', 'publish')} makes the first release.`];
  if (status.heldSince) {
    lines.push(
      `Held since ${lagosTime(status.heldSince)}: changes are not published until ${asTyped('publisher', 'resume')}.`,
    );
  }
  if (status.wanted) {
    lines.push(
      `To be published: ${status.wanted.version === null ? 'a change' : `version ${status.wanted.version}`} of ${lagosTime(status.wanted.at)}`,
    );
  }
  if (status.lastPoll) lines.push(describePoll(status.lastPoll));
  if (status.publications.length > 0) {
    lines.push('Last publications:', ...status.publications.slice(0, 5).map(describePublication));
  }
  const shown = status.publications.find(({ report }) => report?.release === live?.name)?.report;
  const contents = [
    ...(shown ? describeReading(shown) : []),
    ...(live ? describeHeavy(live.heavy) : []),
  ];
  if (contents.length > 0) lines.push('In the live release:', indented(contents.join('\n')));
  const { lastFailure } = status;
  const latest = status.publications.find(({ report }) => report)?.report;
  if (latest) lines.push(...describePictures(latest));
  lines.push(
    lastFailure
      ? `Last failure, ${lagosTime(lastFailure.at)}:\n${indented(lastFailure.reason ?? '')}`
      : 'No publication has failed.',
  );
  return lines.join('\n');
}

/** Names the shop's facts that differ from its folder. */
function describeShop({ shop }: ReleaseFacts): string[] {
  const fields = Object.keys(shop).sort();
  return fields.length > 0 ? [`Set by ${asTyped('shop')}: ${fields.join(', ')}`] : [];
}

const indented = (text: string) =>
  text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
