import type { Fault } from '#backend/base/faults.ts';
import { counted, plain } from '#domain/words.ts';

export interface Listed {
  shown: readonly Fault[];
  count: number;
}

/** Returns a line for each listed fault, then the number of further ones. */
export function faultLines({ shown, count }: Listed): string[] {
  const lines = shown.map(({ row, column, message }) => {
    const place = row === 0 ? [] : [`row ${row}`];
    if (!column) return plain([...place, message].join(': '));
    return plain(`${[...place, column].join(', ')} ${message}`);
  });
  const more = count - shown.length;
  return more > 0 ? [...lines, `and ${counted(more, 'more fault', 'more faults')}`] : lines;
}

/** Returns a line for each listed warning, then the number of further ones. */
export const warningLines = ({ shown, count }: Listed): string[] => [
  ...faultLines({ shown, count: shown.length }).map((line) => `warning: ${line}`),
  ...(count > shown.length
    ? [`and ${counted(count - shown.length, 'more warning', 'more warnings')}`]
    : []),
];

/** Returns a sentence about the columns of a file that are left out. */
export function ignoredLines(columns: ReadonlySet<string>): string[] {
  if (columns.size === 0) return [];
  const names = [...columns].map((name) => `'${plain(name)}'`).join(', ');
  return [
    `${columns.size === 1 ? 'The column' : 'The columns'} ${names} ${columns.size === 1 ? 'is' : 'are'} left out.`,
  ];
}
