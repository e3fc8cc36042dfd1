/** The number of a release as people say it: '7' for 000007. */
export const numberOf = (release: string): string => String(Number(release));
