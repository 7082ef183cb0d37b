import { defineMessages } from '../../i18n/messages.ts';

export const customerMessages = defineMessages({
  en: {
    add: 'Add customer',
    added: 'Customer created.',
    about: 'New calls with this number will show this customer.',
    company: 'Company',
    number: 'Phone number',
  },
  ja: {
    add: '顧客を追加',
    added: '顧客を追加しました。',
    about: '今後、この番号との通話にこの顧客が表示されます。',
    company: '会社名',
    number: '電話番号',
  },
});
