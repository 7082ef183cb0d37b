import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { ModeProvider } from './api/mode.tsx';
import { queryClient } from './api/query-client.ts';
import { LanguageProvider } from './i18n/language.tsx';
import { Themed } from './themed.tsx';

export function App({ router }: { router: AnyRouter }) {
  return (
    <LanguageProvider>
      <Themed>
        <QueryClientProvider client={queryClient}>
          <ModeProvider>
            <Notifications position="bottom-right" limit={4} />
            <RouterProvider router={router} />
          </ModeProvider>
        </QueryClientProvider>
      </Themed>
    </LanguageProvider>
  );
}
