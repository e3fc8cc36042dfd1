type Fetch = (request: Request, env: object) => Response | Promise<Response>;

/**
 * Refuses a request with two `Host` headers (RFC 9112, section 3.2). Node takes the first and a proxy may take the last,
 * so one request would be for two hosts.
 */
export function oneHost(fetch: Fetch): Fetch {
  return (request, env) => {
    const { incoming } = env as { incoming?: { rawHeaders: string[] } };
    // Names are at even positions, followed by their values.
    const hosts = incoming?.rawHeaders.filter(
      (text, position) => position % 2 === 0 && text.toLowerCase() === 'host',
    );
    if (hosts && hosts.length > 1) {
      return new Response('Send one Host header.\n', {
        status: 400,
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
      });
    }
    return fetch(request, env);
  };
}
