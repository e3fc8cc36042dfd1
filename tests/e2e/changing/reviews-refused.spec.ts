import { toasts } from '../auth/account-forms.ts';
import { signUp } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  comment,
  form,
  LIBRE,
  noViolationInPanel,
  openAs,
  panel,
  reviews,
  star,
  stored,
  submit,
  write,
} from './reviews-panel.ts';

test.describe('when the shop refuses', () => {
  test.use({ allowConsole: [/api\/review\//] });

  test('a failure is explained, and nothing typed is lost', async ({ page, request }) => {
    const amina = await signUp(request);
    const own = stored({ _id: 'rev_hers', user: { _id: amina.session.user.id } });
    let refusal = { status: 500, json: { code: 'internal', message: 'Sorry' } as object };
    await page.route(/\/api\/review\//, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: [own] }) : route.fulfill(refusal),
    );
    await openAs(page, amina, LIBRE);
    await write(page).click();
    await comment(page).fill('Kept words');
    await star(page, '4 stars').check();
    await submit(page).click();
    await expect(toasts(page)).toContainText('Error');
    await expect(toasts(page)).toContainText('Failed to submit review. Please try again.');
    await expect(form(page).getByRole('alert')).toContainText('What you wrote is kept');
    // Only the part below the head scrolls.
    await expect(panel(page)).toHaveJSProperty('scrollTop', 0);
    await noViolationInPanel(page);
    refusal = {
      status: 429,
      json: { code: 'rate_limited', message: 'Too many', retryAfter: 600 },
    };
    await submit(page).click();
    await expect(form(page).getByRole('alert')).toContainText('press again in 10 minutes.');
    refusal = {
      status: 400,
      json: { code: 'validation_failed', message: 'No', fields: { comment: 'No such words.' } },
    };
    await submit(page).click();
    await expect(comment(page)).toBeFocused();
    await expect(comment(page)).toHaveAccessibleDescription('No such words.');
    await expect(comment(page)).toHaveValue('Kept words');
    await expect(star(page, '4 stars')).toBeChecked();

    // A click could hit the toast above it.
    await reviews(page).getByRole('button', { name: 'Delete your review' }).press('Enter');
    refusal = { status: 503, json: { code: 'unavailable', message: 'Later' } };
    await reviews(page).getByRole('button', { name: 'Delete review' }).press('Enter');
    await expect(toasts(page)).toContainText('Failed to delete review. Please try again.');
    await expect(reviews(page).getByRole('button', { name: 'Delete review' })).toBeFocused();
    await expect(reviews(page)).toHaveCount(1);
  });

  test('offline: explained, kept, and sent at the next press', async ({
    page,
    request,
    context,
  }) => {
    const amina = await signUp(request);
    await page.route(/\/api\/review\//, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: [] })
        : route.fulfill({ status: 200, json: {} }),
    );
    await openAs(page, amina, LIBRE);
    await write(page).click();
    await star(page, '4 stars').check();
    await comment(page).fill('In a tunnel');
    await page.route(/\/api\/review\//, (route) => route.abort('internetdisconnected'), {
      times: 1,
    });
    await context.setOffline(true);
    await submit(page).click();
    await expect(form(page).getByRole('alert')).toContainText('could not be reached');
    await expect(comment(page)).toHaveValue('In a tunnel');
    await context.setOffline(false);
    await submit(page).click();
    await expect(toasts(page)).toContainText('Review Submitted');
  });
});
