import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { remember, remembered } from '../parts/remembered.ts';
import type { Mode } from './request.ts';

type Chosen = { mode: Mode; choose: (mode: Mode) => void };

const ModeContext = createContext<Chosen | undefined>(undefined);

export const chosenMode = (): Mode => (remembered('mode') === 'test' ? 'test' : 'live');

/** Whether test calls or live ones are seen and made. */
export function ModeProvider({ children }: { children: ReactNode }) {
  const [mode, setMode] = useState(chosenMode);
  const chosen = useMemo(
    () => ({
      mode,
      choose: (next: Mode) => {
        remember('mode', next);
        setMode(next);
      },
    }),
    [mode],
  );
  return <ModeContext value={chosen}>{children}</ModeContext>;
}

export function useMode(): Chosen {
  const chosen = useContext(ModeContext);
  if (!chosen) throw new Error('ModeProvider is missing.');
  return chosen;
}
