/** What people read of each provider: its name, and where its owner looks into her account. */
const WORDS = {
  paystack: { name: 'Paystack', dashboard: 'the Paystack dashboard' },
} as const;

export type ProviderName = keyof typeof WORDS;
export const PROVIDER_NAMES = Object.keys(WORDS) as [ProviderName];

/** Returns what people read of a provider; of none in particular if the name is undefined. */
export const wordsOf = (name: ProviderName | undefined): { name: string; dashboard: string } =>
  name ? WORDS[name] : { name: 'the provider', dashboard: 'its dashboard' };
