import { API_URL } from 'astro:env/server';
import type * as z from 'zod/mini';

const TRIES = 4;
const FIRST_PAUSE_MS = 250;
const TIMEOUT_MS = 30_000;

/** The API answered with a status that asking again does not change. */
export class ApiRefusal extends Error {
  readonly status: number;

  constructor(path: string, status: number) {
    super(`GET ${path} at ${API_URL} answered ${status}`);
    this.status = status;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function ask(path: string): Promise<unknown> {
  const answer = await fetch(new URL(path, API_URL), { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const lasting = answer.status >= 400 && answer.status < 500 && answer.status !== 429;
  if (lasting) throw new ApiRefusal(path, answer.status);
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`);
  return answer.json();
}

/**
 * One call of the catalogue's API, at build. A fault that may pass (no connection, 429, 5xx) is tried again after a
 * growing pause. @throws ApiRefusal for another 4xx; Error, with its cause, when every try failed.
 */
export async function get<S extends z.ZodMiniType>(path: string, schema: S): Promise<z.output<S>> {
  for (let tried = 1; ; tried++) {
    try {
      const answer = schema.safeParse(await ask(path));
      if (!answer.success) {
        throw new Error(`GET ${path}: the answer breaks the contract. ${faults(answer.error)}`);
      }
      return answer.data;
    } catch (cause) {
      if (cause instanceof ApiRefusal) throw cause;
      if (tried === TRIES) {
        const message = `The catalogue could not be read: GET ${path} at ${API_URL} failed ${TRIES} times.`;
        throw new Error(`${message} ${cause instanceof Error ? cause.message : ''}`, { cause });
      }
      await pause(FIRST_PAUSE_MS * 3 ** (tried - 1));
    }
  }
}

/** The faults of an answer, each with its field: 'discount.amount: Invalid input'. */
export function faults(error: z.core.$ZodError): string {
  return error.issues
    .map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`)
    .join('; ');
}
