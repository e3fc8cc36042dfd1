import { paths } from '#config/paths.ts';
import { requestsPart } from '#site/auth/requests-part.ts';
import { MINUTE_MS } from '#site/client/minute.ts';
import { Press, useAction } from '#site/forms/Press.tsx';
import { loadModule } from '#site/lazy/load-module.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { AccountSection } from './AccountSection.tsx';

const FILE = 'turare-account.json';

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has saved the file by then.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS);
}

/** Downloads the customer's data as a file (extension account.export). */
export function DownloadData({ ready }: { ready: boolean }) {
  const press = useAction(async () => {
    const { call, accountCalls } = await loadModule(requestsPart);
    const data = await call(accountCalls.exportAccount, {});
    save(FILE, `${JSON.stringify(data, null, 2)}\n`);
    toast({ title: 'Your data', text: `Your browser is saving it as ${FILE}.` });
  });
  return (
    <AccountSection
      title="Your data"
      text={
        <>
          Your account, your orders, your reviews and your logins, in one file. All that we keep
          about you, and why, is on the page{' '}
          <a className="link" href={paths.privacy}>
            Privacy
          </a>
          .
        </>
      }
    >
      <Press label="Download my data" busy="Preparing..." ready={ready} {...press} />
    </AccountSection>
  );
}
