import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

export type Heard = 'both' | 'staff' | 'customer';

/** Plays one recording: its position and its controls. Staff are the left channel, customers the right one. */
export function usePlayer(source: string) {
  const audio = useMemo(() => {
    const element = new Audio();
    element.preload = 'metadata';
    element.src = source;
    return element;
  }, [source]);
  const mixer = useRef<ReturnType<typeof createMixer>>(undefined);
  const [state, setState] = useState({ position: 0, isPlaying: false, hasFailed: false });
  const [heard, setHeard] = useState<Heard>('both');
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

  const play = useCallback(() => {
    mixer.current ??= createMixer(audio);
    mixer.current.hear(heard);
    // If the browser refuses to play, it also fires an error event, which is shown.
    audio.play().catch(() => setState((before) => ({ ...before, isPlaying: false })));
  }, [audio, heard]);

  return {
    ...state,
    heard,
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
    hear: (next: Heard) => {
      setHeard(next);
      mixer.current?.hear(next);
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
    hear: (heard: Heard) => {
      void context.resume();
      const [left, right] = gains;
      if (left) left.gain.value = heard === 'customer' ? 0 : 1;
      if (right) right.gain.value = heard === 'staff' ? 0 : 1;
    },
    close: () => void context.close(),
  };
}
