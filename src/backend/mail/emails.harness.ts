import {
  alreadyRegisteredLetter,
  noAccountLetter,
  nothingToConfirmLetter,
  passwordChangedLetter,
  resetCodeLetter,
  signUpCodeLetter,
} from './account-emails.ts';
import type { Letter } from './email.ts';
import { merchantPaidLetter, merchantRefundLetter } from './merchant-emails.ts';
import { orderPaidLetter } from './order-paid.ts';

const TO = 'amina@example.com';
const order = {
  id: 'ord_7kq2m9x4bv3w8t5n6c1zab3de',
  reference: 'TRR-4f9a1c2b7d8e4a6f93b05c7d1e2f8a64',
  email: TO,
  fullName: 'Ṣadé <b>Adébáyọ̀</b> & Daughters',
  phone: '0803 123 4567',
  phoneE164: '+2348031234567',
  address: '24B Allen Avenue, behind the yellow filling station, second gate',
  city: 'Ikeja',
  state: 'Lagos',
  shippingPlace: 'Lagos Mainland',
  feeUnconfirmed: true,
  feeKobo: 350_000,
  totalKobo: 145_350_050,
  eraseAt: null,
  items: [
    { name: 'Tom Ford Oud Wood, Eau de Parfum · 50 ml', quantity: 2, priceKobo: 50_000_000 },
    { name: 'Maison Francis Kurkdjian Baccarat Rouge 540', quantity: 1, priceKobo: 45_000_050 },
  ],
  link: 'https://shop.example/orders/ord_7kq2?key=Zk3v9QmT1xR7bLw0aYc5',
  returns: 'https://shop.example/returns',
};

/** One of each letter that the shop writes, with the longest and the worst that may stand in it. */
export const LETTERS: Readonly<Record<string, Letter>> = {
  'sign-up code': signUpCodeLetter(TO, '402913'),
  'reset code': resetCodeLetter(TO, '402913'),
  'already registered': alreadyRegisteredLetter(TO),
  'no account': noAccountLetter(TO),
  'nothing to confirm': nothingToConfirmLetter(TO),
  'password changed': passwordChangedLetter(TO),
  'order paid': orderPaidLetter(order),
  'merchant: order paid': merchantPaidLetter(order, TO),
  'merchant: refund': merchantRefundLetter(
    { ...order, paidAmount: 1_000_000, paidCurrency: 'NGN', remark: null },
    TO,
  ),
};
