import { Group, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../i18n/language.tsx';
import { keyMessages } from './messages.ts';

export type Expiry = { kind: 'never' } | { kind: 'days'; days: number } | { kind: 'day'; day: string };

const spans = [30, 90, 365];

/** The moment to send to the server; undefined for a key that never expires. A day counts to its end. */
export function expiryMoment(expiry: Expiry, now: Date): string | undefined {
  if (expiry.kind === 'never') return undefined;
  if (expiry.kind === 'days') return new Date(now.getTime() + expiry.days * 86_400_000).toISOString();
  const end = new Date(`${expiry.day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}

type Props = { expiry: Expiry; onChange: (expiry: Expiry) => void; error: ReactNode };

export function ExpiryChoice({ expiry, onChange, error }: Props) {
  const say = useText(keyMessages);
  const value = expiry.kind === 'days' ? String(expiry.days) : expiry.kind;
  const choose = (next: string) => {
    if (next === 'never') onChange({ kind: 'never' });
    else if (next === 'day') onChange({ kind: 'day', day: '' });
    else onChange({ kind: 'days', days: Number(next) });
  };
  return (
    <Group grow align="flex-start">
      <NativeSelect
        label={say('expiryLabel')}
        value={value}
        onChange={(event) => choose(event.currentTarget.value)}
        error={expiry.kind === 'day' ? undefined : error}
        data={[
          { value: 'never', label: say('noExpiry') },
          ...spans.map((days) => ({ value: String(days), label: say('inDays', { days }) })),
          { value: 'day', label: say('onDay') },
        ]}
      />
      {expiry.kind === 'day' && (
        <TextInput
          type="date"
          max="9999-12-31"
          label={say('expiryDay')}
          required
          value={expiry.day}
          onChange={(event) => onChange({ kind: 'day', day: event.currentTarget.value })}
          error={error}
        />
      )}
    </Group>
  );
}
