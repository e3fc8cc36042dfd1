import { relative } from 'node:path';
import { root } from '#process/root.ts';

/** A test file in Vitest's JSON report. */
interface VitestFile {
  name: string;
  status: string;
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
}

/** A file in Playwright's JSON report, or a group in a file. */
interface PlaywrightSuite {
  file: string;
  title: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    ok: boolean;
    tests: { results: { error?: { message?: string; location?: { line: number } } }[] }[];
  }[];
}

/** A JSON report of Vitest or Playwright. */
export type Report =
  | { testResults: VitestFile[] }
  | { suites: PlaywrightSuite[]; errors: { message?: string }[] };

/** Returns the failed tests of a report, each as 'file › title: error' on one line, with the failed line if known. */
export function failures(report: Report): string[] {
  if ('testResults' in report) return report.testResults.flatMap(ofFile);
  return [
    ...report.errors.map(({ message }) => sentence(message)),
    ...report.suites.flatMap((suite) => ofSuite(suite, suite.file)),
  ];
}

function ofFile({ name, status, message, assertionResults }: VitestFile): string[] {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  // A file that failed before its tests has no failed test.
  if (failed.length === 0) return status === 'failed' ? [`${file}: ${sentence(message)}`] : [];
  return failed.map((test) => `${file} › ${test.fullName}: ${sentence(test.failureMessages?.[0])}`);
}

const ofSuite = ({ suites = [], specs }: PlaywrightSuite, path: string): string[] => [
  ...specs
    .filter((spec) => !spec.ok)
    .map(({ title, tests }) => {
      const error = tests.flatMap((test) => test.results).find((result) => result.error)?.error;
      const line = error?.location ? ` (line ${error.location.line})` : '';
      return `${path} › ${title}${line}: ${sentence(error?.message)}`;
    }),
  ...suites.flatMap((suite) => ofSuite(suite, `${path} › ${suite.title}`)),
];

// biome-ignore lint/suspicious/noControlCharactersInRegex: the reports contain terminal colours
const COLOURS = /\u001b\[\d+m/g;
/** The most characters of an error: a CI run may keep no more of it than this line. */
const LONGEST = 400;

/** Returns an error on one line: what was expected and what came, without the stack. */
function sentence(message = ''): string {
  const [said = ''] = message
    .replaceAll(COLOURS, '')
    .trim()
    .split(/\n\s+at /, 1);
  return said.replaceAll(/\s+/g, ' ').slice(0, LONGEST) || 'it did not end';
}
