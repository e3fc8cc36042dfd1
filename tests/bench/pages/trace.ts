/**
 * An event of a Chromium trace that has a duration. Times in microseconds, on the clock of its thread, which stops
 * while other programs have the processor. Events too short for it have none.
 */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tts?: number;
  tdur?: number;
  args?: {
    name?: string;
    data?: { url?: string; processId?: number; documentLoaderURL?: string };
    beginData?: { url?: string };
  };
}

/** The work of a page's main thread, in milliseconds of processor time. */
export interface MainThread {
  /** All of its tasks. */
  all: number;
  script: number;
  /** Style and layout. */
  layout: number;
  paint: number;
  /** HTML and style sheets. */
  parse: number;
  longest: number;
  /** Script by the file that it came from. */
  files: Record<string, number>;
}

type Kind = 'script' | 'layout' | 'paint' | 'parse';

/** The kind to which an event's time belongs. The time of other events belongs to the event around them. */
const KINDS: Record<string, Kind> = {
  EvaluateScript: 'script',
  'v8.compile': 'script',
  'v8.compileModule': 'script',
  'v8.evaluateModule': 'script',
  'v8.run': 'script',
  FunctionCall: 'script',
  RunMicrotasks: 'script',
  MinorGC: 'script',
  MajorGC: 'script',
  UpdateLayoutTree: 'layout',
  Layout: 'layout',
  HitTest: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
  ParseHTML: 'parse',
  ParseAuthorStyleSheet: 'parse',
};

/** The categories that `readTrace` needs. */
export const TRACE_CATEGORIES = [
  '-*',
  'toplevel',
  'v8',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
];

/** Returns the events of the main thread that shows `url`, in order. */
function mainThreadOf(events: readonly TraceEvent[], url: string) {
  const committed = events.findLast(
    ({ name, args }) => name === 'FrameCommittedInBrowser' && args?.data?.url === url,
  );
  const process = committed?.args?.data?.processId;
  const main = events.find(
    ({ name, pid, args }) =>
      name === 'thread_name' && pid === process && args?.name === 'CrRendererMain',
  );
  if (!main) throw new Error(`The trace has no main thread that shows ${url}`);
  return events
    .filter(({ ph, pid, tid }) => ph === 'X' && pid === main.pid && tid === main.tid)
    .flatMap(({ name, args, tts, tdur }) =>
      tts === undefined || tdur === undefined ? [] : { name, args, ts: tts, dur: tdur },
    )
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur);
}

/**
 * Reads the work of the main thread from a trace: every moment counts for the innermost event whose kind is known.
 * @throws when the trace does not show `url`.
 */
export function readTrace(json: Buffer, url: string): MainThread {
  const { traceEvents } = JSON.parse(json.toString()) as { traceEvents: TraceEvent[] };
  const sums = { all: 0, script: 0, layout: 0, paint: 0, parse: 0, longest: 0 };
  const files: Record<string, number> = {};
  const open: { end: number; kind: Kind | undefined; file: string | undefined }[] = [];
  let tasksEnd = 0;
  let from = 0;
  /** Counts the time since `from` for the innermost open event. */
  const countTo = (now: number) => {
    const inner = open.at(-1);
    const ms = Math.max(0, now - from) / 1000;
    if (inner?.kind) sums[inner.kind] += ms;
    if (inner?.kind === 'script') {
      const file = inner.file ?? '(inline or unknown)';
      files[file] = (files[file] ?? 0) + ms;
    }
    from = Math.max(from, now);
  };
  const closeTo = (now: number) => {
    for (let inner = open.at(-1); inner && inner.end <= now; inner = open.at(-1)) {
      countTo(inner.end);
      open.pop();
    }
    countTo(now);
  };
  for (const { name, ts, dur, args } of mainThreadOf(traceEvents, url)) {
    closeTo(ts);
    if (name === 'RunTask' && ts >= tasksEnd) {
      sums.all += dur / 1000;
      sums.longest = Math.max(sums.longest, dur / 1000);
      tasksEnd = ts + dur;
    }
    const outer = open.at(-1);
    const kind = KINDS[name] ?? outer?.kind;
    const file = args?.data?.url || outer?.file;
    open.push({ end: ts + dur, kind, file });
  }
  closeTo(Number.POSITIVE_INFINITY);
  return { ...sums, files };
}
