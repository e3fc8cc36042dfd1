/** What a build did with the pictures of other servers. */
export interface PictureReport {
  /** Pictures with renditions. */
  ready: number;
  /** Of these, the ones made in this build. */
  made: number;
  /** Pictures for which there was no time; a later build makes their renditions. */
  waiting: number;
  /** Pictures beyond the most that a site has renditions of. */
  beyond: number;
  /** Pictures that could not be used, with the rest of a sentence that begins with the URL. */
  failed: { url: string; reason: string }[];
  /** The number of pictures on each host that PICTURE_HOSTS does not name. */
  refused: Record<string, number>;
  seconds: number;
}
