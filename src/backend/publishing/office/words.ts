/** Returns the number of a release for people: '7' for 000007. */
export const numberOf = (release: string): string => String(Number(release));
