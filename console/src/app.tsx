import { MantineProvider, MantineThemeProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { ModeProvider } from './api/mode.tsx';
import { createQueryClient } from './api/query-client.ts';
import { LanguageProvider, useText } from './i18n/language.tsx';
import { shellMessages } from './shell/messages.ts';
import { styleNonce } from './style-nonce.ts';
import { cssVariables, theme } from './theme.ts';

export function App({ router }: { router: AnyRouter }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <LanguageProvider>
        <NamedButtons>
          <QueryClientProvider client={queryClient}>
            <ModeProvider>
              <Notifications position="bottom-right" limit={4} />
              <RouterProvider router={router} />
            </ModeProvider>
          </QueryClientProvider>
        </NamedButtons>
      </LanguageProvider>
    </MantineProvider>
  );
}

/** Mantine's crosses that close something have no words, so a screen reader is told some. */
function NamedButtons({ children }: { children: ReactNode }) {
  const say = useText(shellMessages);
  const named = useMemo(() => {
    const withName = { defaultProps: { closeButtonProps: { 'aria-label': say('close') } } };
    return { components: { Modal: withName, Drawer: withName, Notification: withName } };
  }, [say]);
  return (
    <MantineThemeProvider theme={named} inherit>
      {children}
    </MantineThemeProvider>
  );
}
