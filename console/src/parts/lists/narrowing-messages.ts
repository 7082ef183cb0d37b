import { defineMessages } from '../../i18n/messages.ts';

export const narrowingMessages = defineMessages({
  en: {
    period: 'Period',
    today: 'Today',
    week: '7 days',
    month: '30 days',
    custom: 'Custom',
    direction: 'Direction',
    anyStaff: 'All staff',
    anyProject: 'All projects',
    anyDirection: 'All directions',
    outbound: 'Outbound',
    inbound: 'Inbound',
  },
  ja: {
    period: '期間',
    today: '今日',
    week: '7日間',
    month: '30日間',
    custom: '期間を指定',
    direction: '方向',
    anyStaff: '全員',
    anyProject: 'すべてのプロジェクト',
    anyDirection: '発信と着信',
    outbound: '発信',
    inbound: '着信',
  },
});
