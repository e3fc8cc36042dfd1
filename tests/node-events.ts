/** Node has no window. Events of the site's stores (src/site/events/emit.ts) reach nobody unless a test listens. */
globalThis.dispatchEvent ??= () => true;
