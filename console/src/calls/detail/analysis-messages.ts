import { defineMessages } from '../../i18n/messages.ts';

export const analysisMessages = defineMessages({
  en: {
    again: 'Analyze again',
    title: 'Analyze this call again',
    about: 'This replaces the existing results. They appear here when they are ready.',
    from: 'What should be re-run?',
    voice_analysis: 'Everything: voice analysis, transcript and summary',
    transcription: 'Transcript and summary',
    summary: 'Summary only',
    begin: 'Analyze',
    begun: 'The call is being analyzed again.',
  },
  ja: {
    again: '再分析',
    title: 'この通話を再分析',
    about: '作り直した内容で現在の内容を置き換えます。時間がかかりますが、できあがり次第このページに表示します。',
    from: '作り直す範囲',
    voice_analysis: 'すべて：音声分析・文字起こし・要約',
    transcription: '文字起こし以降：文字起こしと要約',
    summary: '要約のみ',
    begin: '分析する',
    begun: '通話を再分析しています。',
  },
});
