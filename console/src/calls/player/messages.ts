import { defineMessages } from '../../i18n/messages.ts';

export const playerMessages = defineMessages({
  en: {
    play: 'Play',
    pause: 'Pause',
    position: 'Position in the recording',
    positionText: '{position} of {duration}',
    speed: 'Speed',
    channels: 'Which channel is heard',
    both: 'Both',
    staff: 'Staff',
    customer: 'Customer',
    download: 'Download',
    waveform: 'Sound of the staff member above, of the customer below',
    failed: 'The recording could not be played.',
    tooLong: 'The recording is too long for a picture of its sound.',
  },
  ja: {
    play: '再生',
    pause: '一時停止',
    position: '録音の再生位置',
    positionText: '{duration} 中 {position}',
    speed: '速度',
    channels: '再生するチャンネル',
    both: '両方',
    staff: '担当者',
    customer: '顧客',
    download: 'ダウンロード',
    waveform: '上が担当者、下が顧客の音声',
    failed: '録音を再生できませんでした。',
    tooLong: '録音が長いため、波形は表示しません。',
  },
});
