/** Node has no window. What the site's stores tell it (src/site/events/emit.ts) is heard by nobody, unless a test listens. */
globalThis.dispatchEvent ??= () => true;
