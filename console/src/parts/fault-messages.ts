import { defineMessages } from '../i18n/messages.ts';

/** What is wrong with a field, by the server's code for it. */
export const faultMessages = defineMessages({
  en: {
    required: 'This is needed.',
    taken: 'That is taken already.',
    wrong_password: 'That is not your password.',
    invalid_totp_code:
      'That is not the code that the app shows now. See that its clock is right, and enter the next one.',
    address_not_allowed: 'This must lead to a public address: nothing is sent to private and local ones.',
    other: '{message}',
  },
  ja: {
    required: '入力してください。',
    taken: 'すでに使われています。',
    wrong_password: 'パスワードが違います。',
    invalid_totp_code: 'コードが違います。アプリの時計を確認し、次のコードを入力してください。',
    address_not_allowed: '公開アドレスを指定してください。社内やローカルのアドレスには送信しません。',
    other: '正しくありません：{message}',
  },
});
