/** A build's work on pictures of other servers. */
export interface PictureReport {
  ready: number;
  /** Pictures whose renditions this build made, counted in `ready` too. */
  made: number;
  /** Pictures for which there was no time; a later build makes their renditions. */
  waiting: number;
  /** Pictures beyond the most that a site has renditions for. */
  beyond: number;
  /** Pictures that could not be used. `reason` completes a sentence that begins with the URL. */
  failed: { url: string; reason: string }[];
  /** The number of pictures on each host that PICTURE_HOSTS does not name. */
  refused: Record<string, number>;
  seconds: number;
}
