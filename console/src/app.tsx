import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { ModeProvider } from './api/mode.tsx';
import { LanguageProvider } from './i18n/language.tsx';
import { Themed } from './themed.tsx';

export function App({ router, queryClient }: { router: AnyRouter; queryClient: QueryClient }) {
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
