import { type Answer, ask } from '#site/client/ask.ts';
import { $session, endSession } from './session-store.ts';

/**
 * Reads with the stored token, if there is one, before an island has loaded. A 401 ends that session, and the read is
 * sent once more without a token (decision 15). It never leaves the page.
 */
export async function askWithToken(path: string): Promise<Answer> {
  const token = $session.get()?.token;
  if (!token) return ask(path);
  const answer = await ask(path, { headers: { authorization: `Bearer ${token}` } });
  if (answer.failure !== 401) return answer;
  endSession(token);
  return ask(path);
}
