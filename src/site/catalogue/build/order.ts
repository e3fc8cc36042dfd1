/** What the publisher orders from a build. */
export interface BuildOrder {
  /** The time (ms) that decides which discounts are valid. */
  time: number;
  /** The folder for what the publisher and the next build need (build-state.ts). */
  state: string;
  /** The folder with what the previous build left; undefined for a full build. */
  previous: string | undefined;
  /** The extensions of the live release (reading/extensions.ts); undefined without one. */
  liveExtensions: readonly string[] | undefined;
  /** The folder of renditions that outlives builds, and the time (ms) to make some of pictures on other servers. */
  pictures: { folder: string; budgetMs: number };
}

declare global {
  /** Resolves when the order of this build comes. The publisher sets it (src/publisher/build/render.ts). */
  var turareOrder: Promise<BuildOrder> | undefined;
}

/** The order of this build, once it has come; undefined in a build that the publisher did not start. */
export const order = async (): Promise<BuildOrder | undefined> => globalThis.turareOrder;
