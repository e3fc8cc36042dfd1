import type { JourneyStep } from './journey.ts';
import type { Measured, Row } from './measure.ts';
import { bytesOf, KINDS } from './table.ts';

/** Colours of the kinds of file, in the order of KINDS. */
const COLOURS = ['#8a5a2b', '#c08a3e', '#b3423a', '#5b6d8c', '#9a9a94', '#7d9a6d'] as const;
const WIDTH = 960;
const LEFT = 190;
const ROW = 22;

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const text = (x: number, y: number, words: string, anchor = 'start') =>
  `<text x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}">${escapeHtml(words)}</text>`;
const bar = (x: number, y: number, width: number, fill: string, title: string) =>
  `<rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(width, 0.5).toFixed(1)}" height="14" fill="${fill}">` +
  `<title>${escapeHtml(title)}</title></rect>`;
const svg = (rows: number, body: string) =>
  `<svg viewBox="0 0 ${WIDTH} ${rows * ROW + 10}" role="img">${body}</svg>`;
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

interface Segment {
  name: string;
  size: number;
  fill: string;
}

/** Draws bars of several parts, one for each line, on one scale. */
function stacked(
  lines: readonly { name: string; parts: Segment[] }[],
  unit: (size: number) => string,
) {
  const sums = lines.map(({ parts }) => parts.reduce((sum, { size }) => sum + size, 0));
  const scale = (WIDTH - LEFT - 90) / Math.max(1, ...sums);
  const body = lines.map(({ name, parts }, index) => {
    const y = index * ROW + 4;
    let x = LEFT;
    const bars = parts.map(({ name, size, fill }) => {
      const drawn = bar(x, y, size * scale, fill, `${name}: ${unit(size)}`);
      x += size * scale;
      return drawn;
    });
    return (
      text(LEFT - 8, y + 11, name, 'end') +
      bars.join('') +
      text(x + 6, y + 11, unit(sums[index] ?? 0))
    );
  });
  return svg(lines.length, body.join(''));
}

const legend = (entries: readonly (readonly [string, string])[]) =>
  `<p class="legend">${entries.map(([name, fill]) => `<span style="--c:${fill}">${name}</span>`).join('')}</p>`;

const makes = (rows: readonly Row[]): [string, Measured][] =>
  rows.flatMap(({ name, ours, limit }) => [
    [name, ours],
    [`${name}, limit`, limit],
  ]);

function bytesPlot(rows: readonly Row[]): string {
  const lines = makes(rows).map(([name, { weighed }]) => ({
    name,
    parts: KINDS.map((kind, index) => ({
      name: kind,
      size: bytesOf(weighed.loads, kind),
      fill: COLOURS[index] ?? '#000',
    })),
  }));
  return stacked(lines, kB) + legend(KINDS.map((kind, index) => [kind, COLOURS[index] ?? '#000']));
}

const WORK = [
  ['script', '#b3423a'],
  ['layout', '#c08a3e'],
  ['paint', '#7d9a6d'],
  ['parse', '#5b6d8c'],
] as const;

function threadPlot(rows: readonly Row[]): string {
  const lines = makes(rows).map(([name, { time }]) => {
    const known = WORK.map(([kind, fill]) => ({ name: kind, size: time[kind], fill }));
    const rest = time.all - known.reduce((sum, { size }) => sum + size, 0);
    return { name, parts: [...known, { name: 'other', size: Math.max(0, rest), fill: '#9a9a94' }] };
  });
  return stacked(lines, (ms) => `${Math.round(ms)} ms`) + legend([...WORK, ['other', '#9a9a94']]);
}

const shortName = (url: string) => url.replace(/^https?:\/\/[^/]+/, '') || url;

/** Draws script by file, for our own pages. */
function scriptPlot(rows: readonly Row[]): string {
  const lines = rows.flatMap(({ name, ours }) =>
    Object.entries(ours.time.files)
      .filter(([, ms]) => ms >= 0.5)
      .sort(([, a], [, b]) => b - a)
      .map(([url, ms]) => ({
        name: `${name} ${shortName(url).replace(/.*\/(.{22}).*/, '$1…')}`.slice(0, 34),
        parts: [{ name: shortName(url), size: ms, fill: '#b3423a' }],
      })),
  );
  return stacked(lines, (ms) => `${ms.toFixed(1)} ms`);
}

/** Draws when each file was requested and had arrived, on the slow line. */
function waterfall({ weighed }: Measured): string {
  const loads = weighed.loads.toSorted((a, b) => a.asked - b.asked);
  const end = Math.max(1, ...loads.map(({ done }) => done));
  const scale = (WIDTH - LEFT - 90) / end;
  const at = (ms: number) => LEFT + (ms / 1000) * scale;
  const body = loads.map(({ url, kind, bytes, asked, done }, index) => {
    const y = index * ROW + 4;
    const fill = COLOURS[KINDS.indexOf(kind as (typeof KINDS)[number])] ?? '#000';
    const x = LEFT + asked * scale;
    return (
      text(LEFT - 8, y + 11, shortName(url).slice(-28), 'end') +
      bar(x, y, (done - asked) * scale, fill, `${url}, ${kB(bytes)}`) +
      text(LEFT + done * scale + 6, y + 11, `${kB(bytes)}, ${done.toFixed(2)} s`)
    );
  });
  const line = (ms: number, name: string) =>
    `<path d="M${at(ms).toFixed(1)} 0V${loads.length * ROW}" class="mark"><title>${name} ${Math.round(ms)} ms</title></path>`;
  const marks =
    line(weighed.firstPaint, 'first paint') + line(weighed.largestPaint, 'largest paint');
  return svg(loads.length, marks + body.join(''));
}

function journeyPlot(steps: readonly JourneyStep[]): string {
  const seconds = steps.map(({ step, seconds }) => ({
    name: step,
    parts: [{ name: step, size: seconds, fill: '#5b6d8c' }],
  }));
  const bytes = steps.map(({ step, kB }) => ({
    name: step,
    parts: [{ name: step, size: kB * 1000, fill: '#8a5a2b' }],
  }));
  return `${stacked(seconds, (s) => `${s.toFixed(1)} s`)}${stacked(bytes, kB)}`;
}

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:1000px;margin:2rem auto;padding:0 1rem;color:#241a12;background:#fbf8f2}
svg{display:block;width:100%;font-size:11px;margin:.5rem 0}h2{margin:2.5rem 0 .25rem}h3{margin:1.5rem 0 0}
.mark{stroke:#241a12;stroke-dasharray:3 3}.legend span{margin-right:1.25rem}
.legend span::before{content:"";display:inline-block;width:.8em;height:.8em;margin-right:.4em;background:var(--c)}`;

/** Returns a page with all plots, which needs no other file. */
export function plotsHtml(given: {
  rows: readonly Row[];
  steps: readonly JourneyStep[];
  about: string;
}): string {
  const { rows, steps, about } = given;
  const parts = [
    '<h1>What a first visit costs a phone</h1>',
    `<p>${escapeHtml(about)}. A limit is the same page as one file of HTML and CSS, without a script.</p>`,
  ];
  if (rows.length > 0) {
    parts.push('<h2>Bytes on the wire</h2>', bytesPlot(rows));
    parts.push('<h2>The main thread, processor slowed 4 times</h2>', threadPlot(rows));
    parts.push('<h2>Script by file</h2>', scriptPlot(rows));
    parts.push('<h2>Waterfalls at 1.6 Mbit/s and 150 ms</h2>');
    parts.push('<p>The dashed lines are the first and the largest paint.</p>');
    for (const [name, measured] of makes(rows)) parts.push(`<h3>${name}</h3>`, waterfall(measured));
  }
  if (steps.length > 0) {
    parts.push('<h2>A guest from a link to the payment page, at 400 kbit/s and 400 ms</h2>');
    parts.push(journeyPlot(steps));
  }
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Turare: what pages cost</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>` +
    `<body>${parts.join('\n')}</body></html>\n`
  );
}
