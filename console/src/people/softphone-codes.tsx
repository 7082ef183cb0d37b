import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useLanguage, useText } from '../i18n/language.tsx';
import { lazyPart } from '../parts/page/lazy-part.tsx';
import { formatMoment } from '../parts/values/when.tsx';
import type { Account } from './account.ts';
import { type App, contentOf, isOnlyHere } from './account.ts';
import { peopleMessages } from './messages.ts';

const QrCode = lazyPart(async () => (await import('../parts/values/qr-code.tsx')).QrCode);

/** QR codes that set up a softphone. Each app reads a format of its own. */
export function SoftphoneCodes({ account }: { account: Account }) {
  const say = useText(peopleMessages);
  const { language } = useLanguage();
  const codes = contentOf(account);
  const [chosen, choose] = useState<App>('linphone');
  const text = codes[chosen];
  if (text === undefined) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600} id="softphone-app">
        {say('scan')}
      </Text>
      {codes.gsWave !== undefined && (
        <SegmentedControl
          aria-labelledby="softphone-app"
          data={[
            { value: 'linphone', label: 'Linphone' },
            { value: 'gsWave', label: 'GS Wave' },
          ]}
          value={chosen}
          onChange={(app) => choose(app as App)}
        />
      )}
      <Group align="flex-start" gap="md">
        <QrCode text={text} label={say('codeFor', { app: chosen === 'linphone' ? 'Linphone' : 'GS Wave' })} />
        <Stack gap="xs" flex="1 1 14rem">
          <Text size="sm">{say(chosen === 'linphone' ? 'linphoneAbout' : 'gsWaveAbout')}</Text>
          {chosen === 'linphone' && account.softphone_link_expires_at && (
            <Text size="sm">
              {say('worksOnce', { time: formatMoment(account.softphone_link_expires_at, language) })}
            </Text>
          )}
          {chosen === 'linphone' && isOnlyHere(account.softphone_link) && (
            <Text size="sm" c="var(--mantine-color-error)">
              {say('onlyHere')}
            </Text>
          )}
        </Stack>
      </Group>
    </Stack>
  );
}
