import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useText } from './i18n/language.tsx';
import { shellMessages } from './shell/messages.ts';
import { styleNonce } from './style-nonce.ts';
import { cssVariables, theme } from './theme.ts';

/** Mantine with our theme. By default the close buttons of its windows have no accessible name. */
export function Themed({ children }: { children: ReactNode }) {
  const say = useText(shellMessages);
  const named = useMemo(() => {
    const closing = { defaultProps: { closeButtonProps: { 'aria-label': say('close') } } };
    return mergeThemeOverrides(theme, { components: { Modal: closing, Drawer: closing, Notification: closing } });
  }, [say]);
  return (
    <MantineProvider
      theme={named}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  );
}
