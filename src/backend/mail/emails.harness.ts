import {
  alreadyRegisteredEmail,
  noAccountEmail,
  nothingToConfirmEmail,
  passwordChangedEmail,
  resetCodeEmail,
  signUpCodeEmail,
} from '#backend/accounts/emails.ts';
import { incidentBeganEmail, incidentEndedEmail } from '#backend/incidents/emails.ts';
import { orderLinkEmail } from '#backend/order-book/link-email.ts';
import { orderPaidEmail } from '#backend/order-book/paid-email.ts';
import { merchantPaidEmail, merchantRefundEmail } from '#backend/orders/merchant-emails.ts';
import { TRANSFER_EMAILS } from '#backend/own-bank/emails.ts';
import { unmatchedEmail } from '#backend/payments/unmatched/email.ts';
import {
  codeDecidedEmail,
  disputePaidEmail,
  orderRefundedEmail,
  refundAccountEmail,
  refundDelayedEmail,
  refundDueEmail,
} from '#backend/refunds/customer-emails.ts';
import {
  merchantDisputeEmail,
  merchantDisputeEndedEmail,
  merchantRefundFailedEmail,
  merchantRefundNewsEmail,
} from '#backend/refunds/merchant-emails.ts';
import { alertConfirmEmail, alertEmail } from '#backend/stock-alerts/emails.ts';
import type { Email } from './email.ts';
import type { Merchant } from './merchant.ts';

const TO = 'amina@example.com';
const PICTURE = 'https://shop.example/media/aa53414daf89679933b07691a06b84ef3c2c1b93/160.jpg';
const order = {
  buyerName: null,
  id: 'ord_7kq2m9x4bv3w8t5n6c1zab3de',
  reference: 'TRR-4f9a1c2b7d8e4a6f93b05c7d1e2f8a64',
  email: TO,
  fullName: 'Ṣadé <b>Adébáyọ̀</b> & Daughters\nTotal paid: ₦9,999,999',
  phone: '0803 123 4567',
  phoneE164: '+2348031234567',
  address: '24B Allen Avenue, behind the yellow filling station, second gate',
  city: 'Ikeja',
  state: 'Lagos',
  shippingPlace: 'Lagos Mainland',
  copy: 'order-copy[\nAVfpiMUU3csih\n]',
  check: 'the fee: no place was named',
  feeKobo: 350_000,
  totalKobo: 145_350_050,
  discountKobo: 0,
  promotion: null,
  eraseAt: null,
  delivery: {
    from: '2026-12-23',
    to: '2026-12-30',
    expected: { name: 'Boxing Day', day: '2026-12-28' },
  },
  items: [
    {
      name: 'Tom Ford Oud Wood, Eau de Parfum · 50 ml',
      quantity: 2,
      priceKobo: 50_000_000,
      picture: PICTURE,
    },
    { name: 'Maison Francis Kurkdjian Baccarat Rouge 540', quantity: 1, priceKobo: 45_000_050 },
  ],
  link: 'https://shop.example/orders/ord_7kq2#key=Zk3v9QmT1xR7bLw0aYc5',
  returns: 'https://shop.example/returns',
  site: 'https://shop.example',
  sampleCodes: [
    {
      code: 'SAMPLE-7KQ2M9XWTR',
      discount: 4500,
      name: 'Tom Ford <b>Oud Wood</b>',
      productId: 'tom-ford-oud-wood',
      endsAt: '2027-01-22T22:59:59.999Z',
    },
  ],
};

const [CODE] = order.sampleCodes as [(typeof order.sampleCodes)[number]];
const provider = 'paystack';
const paid = { ...order, received: order.totalKobo, currency: 'NGN', provider } as const;
const refund = {
  id: 7,
  status: 'done',
  amount: 500_050,
  currency: 'NGN',
  reference: 'TRF_1',
  requestedBy: null,
  reason: null,
  refusal: null,
  intent: null,
  mark: null,
  purpose: null,
  line: null,
  returnId: null,
  byHand: false,
} as const;
const dispute = {
  id: '358950',
  state: 'open' as const,
  status: 'awaiting-merchant-feedback',
  resolution: null,
  amount: 145_350_050,
  currency: 'NGN',
  dueAt: new Date(Date.UTC(2026, 10, 25, 18)),
};

const incident = {
  kind: 'payments',
  beganAt: new Date(Date.UTC(2026, 10, 25, 18)),
  noticedAt: new Date(Date.UTC(2026, 10, 25, 18, 5)),
  endedAt: null,
} as const;

const alert = {
  id: '7d3c8d1e-6f0b-4b2a-9a3f-0c1d2e3f4a5b',
  recipient: TO,
  product: 'Maison Francis Kurkdjian <b>Baccarat Rouge</b> 540',
  confirm: 'https://shop.example/stock-alert?confirm=Zk3v9QmT1xR7bLw0aYc5',
  stop: 'https://shop.example/stock-alert?stop=Zk3v9QmT1xR7bLw0aYc5',
  unsubscribeUrl: 'https://shop.example/api/stock-alert/Zk3v9QmT1xR7bLw0aYc5/stop',
  page: 'https://shop.example/products/baccarat-rouge-540',
  price: 450_000.5,
};

/** One of each email to the merchant. */
const toMerchant = (merchant: Merchant): Record<string, Email> => ({
  'merchant: order paid': merchantPaidEmail(order, merchant),
  'merchant: refund': merchantRefundEmail({ ...paid, received: 1_000_000, remark: null }, merchant),
  'merchant: refund at Paystack': merchantRefundNewsEmail({ order: paid, refund, merchant }),
  'merchant: refund failed': merchantRefundFailedEmail({
    order: paid,
    refund: { ...refund, status: 'needs_customer' },
    merchant,
  }),
  'merchant: refund asked for here': merchantRefundNewsEmail({
    order: paid,
    refund: {
      ...refund,
      status: 'pending',
      requestedBy: 'Bola',
      mark: 'rfd_1',
      reason: 'One bottle was broken',
    },
    merchant,
  }),
  'merchant: dispute': merchantDisputeEmail({ order: paid, dispute, merchant }),
  'merchant: dispute ended': merchantDisputeEndedEmail({
    order: paid,
    dispute: { ...dispute, state: 'taken', status: 'resolved', resolution: 'merchant-accepted' },
    merchant,
  }),
  'merchant: money without an order': unmatchedEmail(
    [
      {
        reference: 'tr-2k9w7m3x8p4n6q5r2t7v9y3z8a',
        provider,
        received: 4_500_000,
        currency: 'NGN',
        payer: { email: TO },
        paidAt: new Date('2026-11-21T09:05:00Z'),
        foundAt: new Date('2026-11-21T09:06:00Z'),
      },
    ],
    merchant,
  ),
  'merchant: payments have stopped': incidentBeganEmail(incident, 'HTTP 502', merchant),
  'merchant: publishing has stopped': incidentBeganEmail(
    { ...incident, kind: 'publishing' },
    'The build failed.',
    merchant,
  ),
  'merchant: no new backup': incidentBeganEmail(
    { ...incident, kind: 'backups' },
    'The newest backup that is in every place where backups go is 3 days old.',
    merchant,
  ),
  'merchant: payments work again': incidentEndedEmail(incident, merchant),
});

const SITE = { SITE_URL: 'https://shop.example' };
const awaited = {
  ...paid,
  totalKobo: 4_500_000,
  askedKobo: 4_500_000,
  arrivedKobo: 0,
  account: {
    bank: 'First Bank of Nigeria',
    number: '3012345678',
    name: 'TURARE LIMITED',
    expiresAt: '2026-11-24T09:00:00Z',
  },
};

/** Those of a shop without a back office. */
export const COMMANDING = toMerchant({ recipient: TO, office: null });

/** One of each email that the shop writes, with the longest and most hostile texts that it may contain. */
export const EMAILS: Readonly<Record<string, Email>> = {
  'sign-up code': signUpCodeEmail(TO, '402913'),
  'reset code': resetCodeEmail(TO, '402913'),
  'already registered': alreadyRegisteredEmail(TO),
  'no account': noAccountEmail(TO),
  'nothing to confirm': nothingToConfirmEmail(TO),
  'password changed': passwordChangedEmail(TO),
  'stock alert to confirm': alertConfirmEmail(alert),
  'stock alert': alertEmail(alert),
  'order paid': orderPaidEmail(order),
  'order link': orderLinkEmail(order),
  'refund due': refundDueEmail(
    paid,
    'Your payment arrived after the order had ended, and its bottles were sold by then.',
  ),
  'order refunded': orderRefundedEmail({ order: paid, refund, ended: order.sampleCodes }),
  'order refunded by hand': orderRefundedEmail({
    order: paid,
    refund: { ...refund, byHand: true },
    ended: [],
  }),
  'refund failed': refundDelayedEmail(paid, refund),
  'refund waits for a bank account': refundAccountEmail(paid, refund, {
    id: 4,
    link: 'https://shop.example/refund-account#key=Zk3v9QmT1xR7bLw0aYc5',
    days: 14,
  }),
  'refund goes to a bank account': orderRefundedEmail({
    order: paid,
    refund,
    ended: [],
    account: { id: 4, bank: 'Guaranty Trust Bank', lastDigits: '6789' },
  }),
  'transfer awaited': TRANSFER_EMAILS['transfer.awaited'](awaited, SITE),
  'transfer short': TRANSFER_EMAILS['transfer.short']({ ...awaited, arrivedKobo: 1_000_000 }, SITE),
  'transfer over': TRANSFER_EMAILS['transfer.over']({ ...awaited, arrivedKobo: 4_600_000 }),
  'dispute paid': disputePaidEmail(paid, { ...dispute }, order.sampleCodes),
  'code ended by staff': codeDecidedEmail(paid, CODE, { id: 7, ends: true }),
  'code given back': codeDecidedEmail(paid, CODE, { id: 8, ends: false }),
  ...toMerchant({ recipient: TO, office: 'https://shop.example' }),
};
