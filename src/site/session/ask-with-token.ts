import { type Answer, ask } from '#site/client/ask.ts';
import type { Reading } from '#site/client/reading.ts';
import { $session, endSession } from './session-store.ts';

/**
 * Reads with the stored token, if there is one, before an island has loaded. A 401 ends that session, and the read is
 * sent once more without a token (decision 15). It never leaves the page.
 */
export async function askWithToken<T>(
  path: string,
  reading: Reading<T>,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const token = $session.get()?.token;
  if (!token) return ask(path, reading, { headers });
  const answer = await ask(path, reading, {
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  if (answer.failure !== 401) return answer;
  endSession(token);
  return ask(path, reading, { headers });
}
