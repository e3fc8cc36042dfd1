import {
  type PublisherReport,
  type PublisherRequest,
  publisherRequest,
} from '#contract/publishing.ts';
import type { Refusal } from './refusal.ts';
import { factsOf } from './release/facts.ts';
import { type Folders, liveRelease, releasesOf } from './release/folders.ts';
import { failuresInARow, type Publication, readStatus } from './status.ts';

/** The number of publications in a report. */
const REPORTED = 10;

/** Reads a request of the merchant. */
export function readRequest(
  body: Uint8Array,
): { request: PublisherRequest } | { refusal: Refusal } {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(body));
  } catch {
    value = undefined;
  }
  const read = publisherRequest.safeParse(value);
  if (read.success) return { request: read.data };
  return {
    refusal: {
      status: 400,
      code: 'wrong_request',
      field: 'body',
      message:
        'The body is not a request. Send {"do":"rollback","release":"000006","live":"000007"} or {"do":"resume","heldSince":"2026-06-01T12:00:00.000Z"}.',
    },
  };
}

/** Returns a release in the merchant's words. */
const version = (release: string | undefined) => `Version ${Number(release)} of the site`;

/** Returns why a request cannot be done, because the site has changed since its author saw it; null if it can. */
export async function refuseRequest(
  folders: Folders,
  request: PublisherRequest,
): Promise<Refusal | null> {
  const refusal = (code: string, field: string, message: string): Refusal => ({
    status: 409,
    code,
    field,
    message,
  });
  if (request.do === 'resume') {
    const { heldSince } = await readStatus(folders);
    if (heldSince === request.heldSince) return null;
    return heldSince === null
      ? refusal('not_held', 'heldSince', 'Nothing is held: changes are published already.')
      : refusal('held_anew', 'heldSince', 'Somebody has rolled back again since then.');
  }
  const { request: kept } = await readStatus(folders);
  if (kept?.doneAt === null) {
    const message = `${version(kept.release)} was asked for already, and is shown after the publication that runs.`;
    return refusal('request_waits', 'release', message);
  }
  const live = await liveRelease(folders);
  if (live !== request.live) {
    const message = `${version(live)} is live now, and not ${Number(request.live)}: somebody was faster.`;
    return refusal('another_live', 'live', message);
  }
  if (request.release === live) {
    return refusal('is_live', 'release', `${version(live)} is live already.`);
  }
  if (!(await releasesOf(folders)).includes(request.release)) {
    return refusal('no_release', 'release', `${version(request.release)} is not kept any more.`);
  }
  return null;
}

export async function readReport(folders: Folders): Promise<PublisherReport> {
  const { heldSince, wanted, publications, lastFailure, request } = await readStatus(folders);
  const names = (await releasesOf(folders)).toReversed();
  const facts = await Promise.all(
    // A release that is being removed has no facts any more.
    names.map((name) => factsOf(folders, name).catch(() => null)),
  );
  return {
    live: (await liveRelease(folders)) ?? null,
    releases: facts
      .filter((each) => each !== null)
      .map(({ name, madeAt, products, version }) => ({ name, madeAt, products, version })),
    heldSince,
    waitingSince: wanted?.at ?? null,
    publications: publications.slice(0, REPORTED).map(reported),
    lastFailure: lastFailure && { at: lastFailure.at, reason: lastFailure.reason ?? '' },
    failures: failuresInARow(publications),
    request: request && {
      release: request.release,
      at: request.at,
      doneAt: request.doneAt,
      fault: request.fault,
    },
  };
}

const reported = ({ at, seconds, outcome, report, reason }: Publication) => ({
  at,
  seconds,
  outcome,
  release: report?.release ?? null,
  pages: report?.rewritten ?? null,
  reason: reason ?? null,
});
