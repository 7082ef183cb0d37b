import { QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { queryClient } from './api/query-client.ts';
import { LanguageProvider } from './i18n/language.tsx';
import { ConnectionBar } from './shell/connection-bar.tsx';
import { Notes } from './shell/notes.tsx';
import { Themed } from './themed.tsx';

export function App({ router }: { router: AnyRouter }) {
  return (
    <LanguageProvider>
      <Themed>
        <QueryClientProvider client={queryClient}>
          <Notes />
          <ConnectionBar />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Themed>
    </LanguageProvider>
  );
}
