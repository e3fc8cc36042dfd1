import type { Page } from '@playwright/test';

/** The finger sensor of a phone, with its own passkeys. */
export interface Phone {
  /** Returns the number of its passkeys. */
  passkeys(): Promise<number>;
  /** Sets whether the owner's finger is recognised. */
  knows(recognised: boolean): Promise<void>;
}

/**
 * Gives a browser a phone's authenticator (Chromium's virtual one, by the DevTools protocol). `change` makes it another
 * key.
 */
export async function givePhone(page: Page, change: object = {}): Promise<Phone> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...change,
    },
  });
  return {
    async passkeys() {
      const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
    async knows(isUserVerified) {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}
