import { defineMessages } from '../../i18n/messages.ts';

export const averageMessages = defineMessages({
  en: {
    pitchAbout: 'How high the voice is. Half of the time it was above this value.',
    loudnessAbout: 'How loud the voice was in the recording. 0 dBFS is the loudest possible; microphones differ.',
    same: 'As usual for this staff member: {average} on average in the last {calls} analyzed calls.',
    higher:
      '{difference} higher than usual for this staff member: {average} on average in the last {calls} analyzed calls.',
    lower:
      '{difference} lower than usual for this staff member: {average} on average in the last {calls} analyzed calls.',
    louder:
      '{difference} louder than usual for this staff member: {average} on average in the last {calls} analyzed calls.',
    quieter:
      '{difference} quieter than usual for this staff member: {average} on average in the last {calls} analyzed calls.',
    tooFew:
      'To compare with the staff member’s own average, it takes 5 analyzed calls in the 30 days before this call.',
    semitones: '{value} semitones',
    decibels: '{value} dB',
  },
  ja: {
    pitchAbout: '声の高さです。話した時間の半分は、この値より高い声でした。',
    loudnessAbout: '録音での声の大きさです。0 dBFSが最大で、マイクによっても変わります。',
    same: 'この担当者の普段と同じです（直近の分析済み {calls} 件の平均 {average}）。',
    higher: 'この担当者の普段より {difference} 高い声です（直近の分析済み {calls} 件の平均 {average}）。',
    lower: 'この担当者の普段より {difference} 低い声です（直近の分析済み {calls} 件の平均 {average}）。',
    louder: 'この担当者の普段より {difference} 大きい声です（直近の分析済み {calls} 件の平均 {average}）。',
    quieter: 'この担当者の普段より {difference} 小さい声です（直近の分析済み {calls} 件の平均 {average}）。',
    tooFew: '担当者自身の平均と比べるには、この通話の前の30日間に分析済みの通話が5件必要です。',
    semitones: '{value} 半音',
    decibels: '{value} dB',
  },
});
