import { composeShot, type Shot } from './views.ts';

/** The task of a worker: composes one picture. */
export default ({ shot, draft }: { shot: Shot; draft: boolean }): Promise<Uint8Array> =>
  composeShot(shot, { draft });
