import { composeShots } from './views.ts';

/** A worker's task: the pictures of one bottle family, whose frame is decoded once for all of them. */
export default composeShots;
