import { expect, test } from 'vitest';
import { parseSettings } from './settings-file.ts';

test('a settings file is read as systemd reads it', () => {
  const file = [
    '# The shop',
    '; its settings',
    'SITE_URL=https://shop.example',
    '  SMTP_URL = smtps://shop:p#ss;w=rd@mail.shop.example  ',
    'MAIL_FROM="Ada \\"Oud\\" <ada@shop.example>"',
    "ORDER_SEAL_KEY='a b $c'",
    'CORS_ORIGINS=',
    'no setting',
    '',
  ];
  for (const end of ['\n', '\r\n']) {
    expect(parseSettings(file.join(end))).toEqual({
      SITE_URL: 'https://shop.example',
      SMTP_URL: 'smtps://shop:p#ss;w=rd@mail.shop.example',
      MAIL_FROM: 'Ada "Oud" <ada@shop.example>',
      ORDER_SEAL_KEY: 'a b $c',
      CORS_ORIGINS: '',
    });
  }
});
