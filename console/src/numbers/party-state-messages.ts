import { defineMessages } from '../i18n/messages.ts';

export const partyStateMessages = defineMessages({
  en: {
    'not provisioned': 'Not set up yet',
    unreachable: 'Unreachable',
    rejected: 'Rejected',
    'not registered': 'Not registered',
    unknown: 'Unknown',
    reachable: 'Reachable',
    registered: 'Registered',
  },
  ja: {
    'not provisioned': '未設定',
    unreachable: '到達不可',
    rejected: '拒否',
    'not registered': '未登録',
    unknown: '不明',
    reachable: '到達可能',
    registered: '登録済み',
  },
});
