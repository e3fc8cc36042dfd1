import type * as z from 'zod/mini';
import type { EndpointName, endpoints } from '#contract/endpoints.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** The answer to a call in a state. */
type Answer<Body> =
  /** This, with status 200. */
  | { body: Body }
  /** A refusal in the contract's shape. */
  | { code: ErrorCode; message?: string; fields?: Record<string, string>; current?: object }
  /** No answer. */
  | 'waits'
  /** The connection is cut. */
  | 'cut';

type Bodies = { [Name in EndpointName]: z.input<(typeof endpoints)[Name]['response']> };

/** Answers that replace the fixed data (api/answers.ts), by the contract's name of the call. */
export type Answers = { [Name in EndpointName]?: Answer<Bodies[Name]> };

/** An element: the first visible one that matches the selector and, if given, contains the text or has it in its label. */
export type Place = string | readonly [selector: string, says: string];

/**
 * An action in the loaded page that leads to the state. It waits for its element. `when` is a media query; if it does not
 * match, the step is skipped.
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

/** One state of a screen, with its own origin: http://NAME.localhost. It consists of data only. */
export interface State {
  /** Lower-case letters, digits and hyphens; unique. */
  name: string;
  /** Path and query. */
  route: string;
  /** The element that is visible when the state is reached. */
  shows: Place;
  /** Whether it is the route's usual state: on the sheet of all routes, compared at two widths in both schemes. */
  main?: true;
  /** The status of the host's answer, if not 200. */
  status?: 404;
  api?: Answers;
  /** Every call fails except those in `api`. */
  cut?: boolean;
  /** The browser reports that it is offline. */
  offline?: boolean;
  /** The failure of files with this path prefix. */
  files?: Readonly<Record<string, 'waits' | 'cut'>>;
  /** A replacement in the built HTML. */
  edit?: readonly [what: RegExp, by: string];
  local?: Kept;
  session?: Kept;
  steps?: readonly Step[];
  /** Whether the page shows one component many times, so landmarks repeat. No page of the shop does that. */
  repeats?: true;
  /** Whether the state exists only on a narrow screen. */
  narrow?: true;
  /** The part for the visual test: an element, or 'screen' for a phone's screen. By default the main element. */
  part?: string;
}

/** The states of one screen, or of a part that several screens share. */
export interface Screen {
  /** As in `npm run gallery -- --sheet NAME`. */
  name: string;
  title: string;
  states: readonly State[];
}

/** The clock of the fixed data and of the visual test: a Saturday morning in Lagos. */
export const NOW = Date.parse('2026-11-21T10:00:00.000Z');
