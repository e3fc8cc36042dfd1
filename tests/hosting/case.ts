/** A request and the answer that every host gives. */
export interface Case {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  /** One of these, where hosts may differ. */
  status: number | number[];
  /** The file that is sent. */
  file?: string;
  /** The value or pattern of each header; null if it must be absent. */
  answers?: Record<string, string | RegExp | null>;
}

/** The statuses of a permanent redirect. */
export const MOVED = [301, 308];
/** What every host says of a page. */
export const PAGE = { 'content-type': /^text\/html; charset=utf-8$/i, 'cache-control': 'no-cache' };

/** A path that no page and no file has. */
export const missing = (path: string, answers: Case['answers'] = PAGE): Case => ({
  path,
  status: 404,
  file: '/404.html',
  answers,
});
