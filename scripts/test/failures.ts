import { relative } from 'node:path';
import { root } from '#process/root.ts';

/** What Vitest's JSON report says of a file with tests. */
interface VitestFile {
  name: string;
  status: string;
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
}

/** What Playwright's JSON report says of a file, or of a group within one. */
interface PlaywrightSuite {
  file: string;
  title: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    ok: boolean;
    tests: { results: { error?: { message?: string } }[] }[];
  }[];
}

/** A part's JSON report, of Vitest or of Playwright. */
export type Report =
  | { testResults: VitestFile[] }
  | { suites: PlaywrightSuite[]; errors: { message?: string }[] };

/** The tests of a report that failed, each as 'file › title: what was wrong', in one line. */
export function failures(report: Report): string[] {
  if ('testResults' in report) return report.testResults.flatMap(ofFile);
  return [
    ...report.errors.map(({ message }) => firstLine(message)),
    ...report.suites.flatMap((suite) => ofSuite(suite, suite.file)),
  ];
}

function ofFile({ name, status, message, assertionResults }: VitestFile): string[] {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  // A file that could not be read, or whose preparation failed, has no test that did.
  if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : [];
  return failed.map(
    (test) => `${file} › ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`,
  );
}

const ofSuite = ({ suites = [], specs }: PlaywrightSuite, path: string): string[] => [
  ...specs
    .filter((spec) => !spec.ok)
    .map(({ title, tests }) => {
      const error = tests.flatMap((test) => test.results).find((result) => result.error)?.error;
      return `${path} › ${title}: ${firstLine(error?.message)}`;
    }),
  ...suites.flatMap((suite) => ofSuite(suite, `${path} › ${suite.title}`)),
];

// biome-ignore lint/suspicious/noControlCharactersInRegex: the reports keep the colours of the terminal
const COLOURS = /\u001b\[\d+m/g;
const firstLine = (message = '') =>
  message.replaceAll(COLOURS, '').trim().split('\n', 1)[0] || 'it did not end';
