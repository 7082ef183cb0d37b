import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

export type AudibleParty = 'both' | 'staff' | 'customer';

/**
 * Plays one recording, from `start` (s) on: its position and its controls. Staff are the left channel, customers the right one.
 */
export function usePlayer(source: string, start = 0) {
  const audio = useMemo(() => {
    const element = new Audio();
    element.preload = 'metadata';
    element.src = source;
    return element;
  }, [source]);
  const mixer = useRef<ReturnType<typeof createMixer>>(undefined);
  const [state, setState] = useState({ position: start, isPlaying: false, hasFailed: false });
  const [audible, setAudible] = useState<AudibleParty>('both');
  const [speed, setSpeed] = useState(1);

  useEffect(() => {
    let frame = 0;
    const look = () => {
      setState({ position: audio.currentTime, isPlaying: !audio.paused, hasFailed: audio.error !== null });
      // The element's events come four times a second, which is too slow for a moving line.
      if (!audio.paused) frame = requestAnimationFrame(look);
    };
    const kinds = ['play', 'pause', 'ended', 'seeked', 'timeupdate', 'error'];
    for (const kind of kinds) audio.addEventListener(kind, look);
    return () => {
      for (const kind of kinds) audio.removeEventListener(kind, look);
      cancelAnimationFrame(frame);
      audio.pause();
      audio.removeAttribute('src');
      mixer.current?.close();
      mixer.current = undefined;
    };
  }, [audio]);

  useEffect(() => {
    audio.currentTime = start;
    setState((before) => ({ ...before, position: start }));
  }, [audio, start]);

  const play = useCallback(() => {
    mixer.current ??= createMixer(audio);
    mixer.current.playOnly(audible);
    // If the browser refuses to play, it also fires an error event, which is shown.
    audio.play().catch(() => setState((before) => ({ ...before, isPlaying: false })));
  }, [audio, audible]);

  return {
    ...state,
    audible,
    speed,
    toggle: () => (audio.paused ? play() : audio.pause()),
    seek: (seconds: number) => {
      audio.currentTime = seconds;
      setState((before) => ({ ...before, position: seconds }));
    },
    playFrom: (seconds: number) => {
      audio.currentTime = seconds;
      play();
    },
    playOnly: (next: AudibleParty) => {
      setAudible(next);
      mixer.current?.playOnly(next);
    },
    changeSpeed: (next: number) => {
      setSpeed(next);
      audio.playbackRate = next;
    },
  };
}

/** Both channels are mixed to the center, so that a single one plays on both ears. */
function createMixer(audio: HTMLAudioElement) {
  const context = new AudioContext();
  const source = context.createMediaElementSource(audio);
  const splitter = context.createChannelSplitter(2);
  const gains = [context.createGain(), context.createGain()];
  source.connect(splitter);
  gains.forEach((gain, channel) => {
    splitter.connect(gain, channel);
    gain.connect(context.destination);
  });
  return {
    playOnly: (audible: AudibleParty) => {
      void context.resume();
      const [left, right] = gains;
      if (left) left.gain.value = audible === 'customer' ? 0 : 1;
      if (right) right.gain.value = audible === 'staff' ? 0 : 1;
    },
    close: () => void context.close(),
  };
}
