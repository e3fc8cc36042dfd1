import { text } from 'node:stream/consumers';
import { listenOn, type Running } from '#sandbox/sandbox.harness.ts';

/** A server before the sandbox that keeps one call from its answer, so that a test can kill who waits for it. */
export interface HeldCall extends Running {
  /**
   * Holds the next call that begins with a name such as 'POST /refund': it never arrives. With 'answer of POST /refund' it
   * does, and its answer never comes. `passed`: so many of them are let through first. Resolves once it is held.
   */
  hold(stage: string, passed?: number): Promise<void>;
}

export async function openHeldCall(sandboxUrl: string): Promise<HeldCall> {
  let held: { stage: string; passed: number; reached: () => void } | null = null;
  const server = await listenOn(async (request, response) => {
    const body = await text(request);
    const name = `${request.method} ${request.url?.split('?')[0]}`;
    const reach = (stage: string) => {
      if (!held || !stage.startsWith(held.stage) || held.passed-- > 0) return false;
      held.reached();
      held = null;
      return true;
    };
    if (reach(name)) return;
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const answer = await fetch(sandboxUrl + request.url, {
      method: request.method ?? 'GET',
      headers: { authorization, 'content-type': type },
      ...(body && { body }),
    });
    const answered = await answer.text();
    if (reach(`answer of ${name}`)) return;
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(answered);
  });
  return {
    ...server,
    hold: (stage, passed = 0) =>
      new Promise((reached) => {
        held = { stage, passed, reached };
      }),
  };
}
