/** A request and the answer that every host gives. */
export interface Case {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  /** One of these, if hosts may differ. */
  status: number | number[];
  /** The file that must be sent. */
  file?: string;
  /** The value or pattern of each header; null if it must be absent. */
  answers?: Record<string, string | RegExp | null>;
}

/** The statuses of a permanent redirect. */
export const MOVED = [301, 308];
/** The headers of a page on every host. */
export const PAGE = { 'content-type': /^text\/html; charset=utf-8$/i, 'cache-control': 'no-cache' };

/** Returns the case of a path without page or file. */
export const missing = (path: string, answers: Case['answers'] = PAGE): Case => ({
  path,
  status: 404,
  file: '/404.html',
  answers,
});
