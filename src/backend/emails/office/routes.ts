import type { Route } from '#backend/office/frame/routes.ts';
import { emailsPage, retryAllEmails, retryEmail } from './emails-page.tsx';

export const emailsRoutes: readonly Route[] = [emailsPage, retryEmail, retryAllEmails];
