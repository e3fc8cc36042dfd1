/** Returns the size of a sample at the end of its name: '2 ml'; undefined for a bottle. */
export const smallSize = (name: string): string | undefined => /\b([1-9]|10) ?ml$/.exec(name)?.[0];
