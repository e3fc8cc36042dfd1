import { API_URL } from 'astro:env/server';
import { createApi } from './reading/api.ts';

export { ApiRefusal } from './reading/api.ts';

/** One call of the catalogue's API, at build; see Api.get. */
export const { get } = createApi(API_URL);
