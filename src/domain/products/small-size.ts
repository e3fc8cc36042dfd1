/** The size of a sample, as its name ends: '2 ml'; undefined for a bottle. */
export const smallSize = (name: string): string | undefined => /\b([1-9]|10) ?ml$/.exec(name)?.[0];
