import { ActionIcon } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { Icon, type IconName } from '../parts/icons/icon.tsx';
import type { CallSigns } from './call.ts';
import classes from './call-table.module.css';
import { listMessages } from './list-messages.ts';

type PlayProps = { who: string; isPlayed: boolean; onPlay: () => void };

/** The recording, which is played in place, and signs for what else there is. The room of each is kept while there is none. */
export function Signs({ signs, ...play }: PlayProps & { signs: CallSigns | undefined }) {
  const say = useText(listMessages);
  return (
    <span className={classes.signs}>
      {typeof signs?.recording_seconds === 'number' ? <PlayButton {...play} /> : <span />}
      {signs?.has_transcript && <Sign icon="file-text" label={say('transcript')} />}
      {signs?.has_voicemail && <Sign icon="voicemail" label={say('message')} />}
      {signs?.has_note && <Sign icon="note" label={say('note')} />}
    </span>
  );
}

function PlayButton({ who, isPlayed, onPlay }: PlayProps) {
  const say = useText(listMessages);
  return (
    <ActionIcon
      size={28}
      radius="xl"
      variant={isPlayed ? 'filled' : 'light'}
      aria-label={say(isPlayed ? 'stop' : 'play', { who })}
      onClick={(event) => {
        event.stopPropagation();
        onPlay();
      }}
    >
      <Icon name={isPlayed ? 'player-stop' : 'player-play'} size={15} />
    </ActionIcon>
  );
}

const Sign = ({ icon, label }: { icon: IconName; label: string }) => (
  <span role="img" aria-label={label} title={label} className={classes.sign}>
    <Icon name={icon} size={16} />
  </span>
);
