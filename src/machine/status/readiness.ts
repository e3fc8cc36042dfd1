/** Milliseconds for the answer: the API itself waits three seconds for a commit. */
const LIMIT_MS = 5000;

/** The state that an API reports. */
export interface Readiness {
  ready: boolean;
  /** Why it is not ready, in a sentence. */
  why: string;
  /** Whether emails leave in time. */
  email: 'ok' | 'late' | null;
}

/** Asks a process of the API whether it can serve. */
export async function readReadiness(origin: string): Promise<Readiness> {
  try {
    const answer = await fetch(`${origin}/api/ready`, { signal: AbortSignal.timeout(LIMIT_MS) });
    const body = (await answer.json().catch(() => null)) as {
      message?: unknown;
      error?: { message?: unknown };
      email?: unknown;
    } | null;
    const said = body?.message ?? body?.error?.message;
    return {
      ready: answer.ok,
      why: answer.ok ? '' : typeof said === 'string' ? said : `It answers ${answer.status}.`,
      email: body?.email === 'ok' || body?.email === 'late' ? body.email : null,
    };
  } catch (error) {
    return { ready: false, why: reasonOf(error), email: null };
  }
}

/** Why there was no answer, in a sentence. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'It did not answer in time.';
  const { code } = error as { code?: unknown };
  if (error.cause) return reasonOf(error.cause);
  if (code === 'ECONNREFUSED') return 'Nobody listens there.';
  return `There is no answer (${typeof code === 'string' ? code : error.message}).`;
}
