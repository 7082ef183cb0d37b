import { defineMessages } from '../../i18n/messages.ts';

export const analysisMessages = defineMessages({
  en: {
    again: 'Analyse again',
    title: 'Analyse this call again',
    about:
      'What is made anew replaces what is there now. That takes a while; this page shows it as soon as it is there.',
    from: 'What is made anew?',
    voice_analysis: 'Everything: voice analysis, transcript and summary',
    transcription: 'From the transcript on: transcript and summary',
    summary: 'The summary alone',
    begin: 'Analyse',
    begun: 'The call is being analysed again.',
    call_in_progress: 'The call is going on. It is analysed by itself when it has ended.',
    not_connected: 'Nobody talked in this call.',
    no_recording: 'This call was not recorded, or its recording is on its way.',
    recording_deleted: 'The recording of this call was kept for its time and is deleted.',
    switched_off: 'Analysis is switched off for this project, or for all calls by the operator.',
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
    call_in_progress: '通話中です。終了すると自動的に分析されます。',
    not_connected: 'この通話では会話がありませんでした。',
    no_recording: 'この通話は録音されていないか、録音を準備中です。',
    recording_deleted: '保存期間が過ぎたため、この通話の録音は削除されました。',
    switched_off: 'このプロジェクトの分析がオフになっているか、運用担当者が全通話の分析をオフにしています。',
  },
});
