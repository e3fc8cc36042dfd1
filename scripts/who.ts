import { userInfo } from 'node:os';

/** Who does it, for the records: as given with --by, or as this machine knows the person. */
export const readBy = (by: string | undefined): string => by?.trim() || userInfo().username;
