import { IMPORTS } from '#backend/products/office/addresses.ts';

export const IMPORT = `${IMPORTS}/:id`;

/** The actions on an import. Each is the end of its address. */
export type Step = 'answers' | 'columns' | 'start' | 'drop' | 'undo';

export const importPage = (id: string): string => `${IMPORTS}/${encodeURIComponent(id)}`;
export const stepOf = (id: string, step: Step): string => `${importPage(id)}/${step}`;

/** Returns the page of a list that an address asks for, from 1 to the last. */
export function pageOf(query: URLSearchParams, pages: number): number {
  const asked = Math.trunc(Number(query.get('page') ?? 1)) || 1;
  return Math.min(Math.max(1, asked), pages);
}
