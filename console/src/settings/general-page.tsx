import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMode } from '../api/mode.ts';
import { readingOf } from '../api/readings.ts';
import { sessionKey } from '../api/session.ts';
import { useOne } from '../api/use-read.ts';
import { useLanguage, useText } from '../i18n/language.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Section } from '../parts/page/section.tsx';
import { Loaded } from '../parts/page/states.tsx';
import { showDone } from '../parts/problems/show-problem.tsx';
import { Facts } from '../parts/values/facts.tsx';
import { words } from '../parts/words.messages.ts';
import { countryName } from './countries.ts';
import { GeneralForm } from './general-form.tsx';
import { generalMessages } from './general-messages.ts';
import type { Tenant, TenantChange } from './tenant.ts';

export function GeneralPage() {
  const say = useText(generalMessages);
  const word = useText(words);
  const mode = useMode();
  const client = useQueryClient();
  const tenant = useOne('/tenant');
  const [saved, setSaved] = useState<Tenant>();
  const change = useWrite((send, body: TenantChange) => send('PUT', '/tenant', { body }), {
    changes: ['/tenant'],
    onDone: (answer) => {
      client.setQueryData(readingOf(mode, '/tenant').queryKey, answer);
      setSaved(answer.data);
      showDone(word('saved'));
      // The name of the tenant is shown beside every page.
      return client.invalidateQueries({ queryKey: sessionKey, exact: true });
    },
    shown: 'form',
    goesOn: true,
  });
  return (
    <>
      <PageHeader title={say('general')} about={say('generalAbout')} />
      <Loaded query={tenant}>
        {({ data }) => (
          <Stack maw={640}>
            <GeneralForm
              tenant={data}
              saved={saved}
              error={change.error}
              isBusy={change.isPending}
              onSave={(changes) => change.mutate(changes)}
            />
            <Limits tenant={data} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function Limits({ tenant: { limits, licenses } }: { tenant: Tenant }) {
  const say = useText(generalMessages);
  const word = useText(words);
  const { language } = useLanguage();
  const countries = limits.allowed_countries?.map((code) => countryName(code, language));
  const count = (limit: number | null) => limit?.toLocaleString(language) ?? say('noLimit');
  return (
    <Section title={say('limits')} about={say('managed')}>
      <Facts
        facts={[
          [say('allowedCountries'), countries ? countries.join(', ') || word('none') : say('allCountries')],
          [say('mostCalls'), count(limits.most_live_calls)],
          [say('mostDaily'), count(limits.most_daily_live_calls)],
          [
            say('licenses'),
            licenses.map((code) => (code === 'open_api_advanced' ? say(code) : code)).join(', ') || word('none'),
          ],
        ]}
      />
    </Section>
  );
}
