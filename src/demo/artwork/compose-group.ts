import { composeShots } from './views.ts';

/** The task of a worker: composes the pictures of one frame, which is decoded once for all of them. */
export default composeShots;
