import { defineMessages } from '../../i18n/messages.ts';

export const recordingMessages = defineMessages({
  en: {
    pause: 'Pause recording',
    resume: 'Resume recording',
    paused: 'Recording paused',
    delete: 'Delete recording',
    deleteTitle: 'Delete this recording?',
    deleteAbout:
      'This deletes the recording of the call and everything made from it: the transcript, the summary and the voice analysis.',
    deleteKeeps: "The call itself, your notes and the figures in reports stay. This can't be undone.",
    deleted: 'Recording deleted.',
  },
  ja: {
    pause: '録音を一時停止',
    resume: '録音を再開',
    paused: '録音一時停止中',
    delete: '録音を削除',
    deleteTitle: 'この録音を削除しますか？',
    deleteAbout: '通話の録音と、そこから作成された文字起こし・要約・音声分析を削除します。',
    deleteKeeps: '通話そのもの、メモ、レポートの数値は残ります。この操作は取り消せません。',
    deleted: '録音を削除しました。',
  },
});
