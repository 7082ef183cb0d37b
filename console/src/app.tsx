import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { queryClient } from './api/query-client.ts';
import { LanguageProvider } from './i18n/language.tsx';
import { ConnectionBar } from './shell/connection-bar.tsx';
import { Themed } from './themed.tsx';

export function App({ router }: { router: AnyRouter }) {
  return (
    <LanguageProvider>
      <Themed>
        <QueryClientProvider client={queryClient}>
          <Notifications position="bottom-right" limit={4} />
          <ConnectionBar />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Themed>
    </LanguageProvider>
  );
}
