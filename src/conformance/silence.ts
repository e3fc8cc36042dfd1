/** Milliseconds for the first answer. */
const LIMIT_MS = 60_000;

/** Sentences without a full stop, by the beginning of the code of a failed connection. */
const REASONS: readonly [code: RegExp, reason: string][] = [
  [/^ECONNREFUSED/, 'nothing listens there'],
  [/^(ENOTFOUND|EAI_)/, 'DNS does not know its name'],
  [/^(E(HOST|NET)UNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)/, 'the network does not lead there'],
  [/^(ECONNRESET|UND_ERR_SOCKET)/, 'the connection was cut before an answer'],
  [/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/, 'its TLS certificate is not trusted'],
  [/^(EPROTO|ERR_SSL|ERR_TLS)/, 'it does not speak TLS there'],
];

/**
 * Asks an address. Returns null if anything answers, or why nothing does: a sentence without a full stop. The sentence
 * names a proxy of the environment, because requests do not use it unless NODE_USE_ENV_PROXY is set.
 */
export async function whySilent(address: string): Promise<string | null> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(LIMIT_MS) });
    await answer.body?.cancel();
    return null;
  } catch (error) {
    return `${reasonOf(error)}${proxyNote(process.env)}`;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the reason is unknown';
  if (error.name === 'TimeoutError') return `there was no answer within ${LIMIT_MS / 1000} s`;
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in cause ? String(cause.code) : cause.message;
  const known = REASONS.find(([pattern]) => pattern.test(code));
  return known ? `${known[1]} (${code})` : code;
}

function proxyNote(env: NodeJS.ProcessEnv): string {
  const proxy = env.HTTPS_PROXY || env.https_proxy || env.HTTP_PROXY || env.http_proxy;
  if (!proxy) return '';
  return env.NODE_USE_ENV_PROXY === '1'
    ? `. The request went through the proxy ${proxy}`
    : `. The proxy ${proxy} was not used: set NODE_USE_ENV_PROXY=1`;
}
