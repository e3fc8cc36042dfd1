import type * as z from 'zod/mini';
import type { EndpointName, endpoints } from '#contract/endpoints.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** What a call answers in a state. */
type Answer<Body> =
  /** This, with status 200. */
  | { body: Body }
  /** This refusal, in the contract's shape. */
  | { code: ErrorCode; message?: string; fields?: Record<string, string>; current?: object }
  /** Nothing, ever. */
  | 'waits'
  /** The connection is cut. */
  | 'cut';

type Bodies = { [Name in EndpointName]: z.input<(typeof endpoints)[Name]['response']> };

/** Answers in place of the fixed data (api/answers.ts), by the contract's name of the call. */
export type Answers = { [Name in EndpointName]?: Answer<Bodies[Name]> };

/** An element: the first to be seen that fits the selector and, if given, says the text or is named by it. */
export type Place = string | readonly [selector: string, says: string];

/**
 * What is done in the page after it has loaded, so that it comes to the state. Each waits for its element. `when`: a media
 * query without which it is left out.
 */
export type Step = { when?: string } & (
  | { press: Place }
  | { type: string; into: Place }
  | { choose: string; in: Place }
  | { reach: Place }
  | { see: Place }
);

/** Values of storage by key; `now` (ms) is the page's clock. */
type Kept = (now: number) => Readonly<Record<string, unknown>>;

/** One state of a screen: an origin of its own, http://NAME.localhost. All of it is data. */
export interface State {
  /** Lower-case letters, digits and hyphens; unique. */
  name: string;
  /** Path and query. */
  route: string;
  /** When the state is reached: this is to be seen. */
  shows: Place;
  /** The route as it usually is: on the sheet of all routes, and compared at two widths in both schemes. */
  main?: true;
  /** The status that the host answers with, if not 200. */
  status?: 404;
  api?: Answers;
  /** Every call is cut, but those that `api` names. */
  cut?: boolean;
  /** The browser says that it has no connection. */
  offline?: boolean;
  /** What becomes of files whose path begins so. */
  files?: Readonly<Record<string, 'waits' | 'cut'>>;
  /** How the page's HTML differs from the built one. */
  edit?: readonly [what: RegExp, by: string];
  local?: Kept;
  session?: Kept;
  steps?: readonly Step[];
  /** The page shows one component many times, so that landmarks repeat, as on no page of the shop. */
  repeats?: true;
  /** Only a narrow screen has it. */
  narrow?: true;
  /** What the visual test compares: an element, 'screen' for what a phone shows; without it the page's main part. */
  part?: string;
}

/** The states of one screen, or of one part that many screens have. */
export interface Screen {
  /** As in `npm run gallery -- --sheet NAME`. */
  name: string;
  title: string;
  states: readonly State[];
}

/** The clock of the fixed data and of the visual test: a Saturday morning in Lagos. */
export const NOW = Date.parse('2026-11-21T10:00:00.000Z');
