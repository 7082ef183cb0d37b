import { ActionIcon, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useMode } from '../api/mode.ts';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { TextLink } from '../parts/page/links.tsx';
import { formatDuration } from '../parts/values/duration.ts';
import { paths } from '../paths.ts';
import classes from './docked-player.module.css';
import { listMessages } from './list-messages.ts';
import { playerMessages } from './player/messages.ts';
import { playablePath } from './player/recording-source.ts';
import { usePlayer } from './player/use-player.ts';

type Props = {
  callId: string;
  /** The customer or the number. */
  who: string;
  seconds: number;
  onClose: () => void;
};

/** Plays the recording of a listed call at the foot of the window, from its beginning and at once. */
export function DockedPlayer({ callId, who, seconds, onClose }: Props) {
  const say = useText(playerMessages);
  const sayList = useText(listMessages);
  const mode = useMode();
  const { position, isPlaying, hasFailed, toggle, seek, playFrom } = usePlayer(playablePath(mode, callId, seconds));
  const begin = useEffectEvent(() => playFrom(0));
  useEffect(() => begin(), []);
  return (
    <section className={classes.dock} aria-label={sayList('player')}>
      <ActionIcon size={36} radius="xl" aria-label={say(isPlaying ? 'pause' : 'play')} onClick={toggle}>
        <Icon name={isPlaying ? 'player-pause' : 'player-play'} />
      </ActionIcon>
      <TextLink to={paths.call} params={{ callId }} size="sm" className={classes.who} title={sayList('openCall')}>
        {who}
      </TextLink>
      {hasFailed ? (
        <Text size="sm" c="red" flex={1} role="alert">
          {say('failed')}
        </Text>
      ) : (
        <input
          type="range"
          className={classes.slider}
          aria-label={say('position')}
          aria-valuetext={say('positionText', {
            position: formatDuration(position),
            duration: formatDuration(seconds),
          })}
          min={0}
          max={seconds}
          step={0.1}
          value={position}
          onChange={(event) => seek(Number(event.currentTarget.value))}
        />
      )}
      <Text size="sm" ff="monospace" style={{ whiteSpace: 'nowrap' }}>
        {formatDuration(position)} / {formatDuration(seconds)}
      </Text>
      <ActionIcon variant="subtle" color="gray" aria-label={sayList('close')} onClick={onClose}>
        <Icon name="x" />
      </ActionIcon>
    </section>
  );
}
