import { Alert } from '@mantine/core';
import { useIsTelephonyByOperator, useMayWrite } from '../api/session.ts';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { numberMessages } from './messages.ts';

/** Explains to administrators why the buttons are missing. */
export function TelephonyByOperatorNote() {
  const say = useText(numberMessages);
  const isByOperator = useIsTelephonyByOperator();
  const mayWrite = useMayWrite();
  if (!isByOperator || !mayWrite) return null;
  return (
    <Alert color="gray" icon={<Icon name="shield-lock" />} title={say('keptTitle')}>
      {say('keptAbout')}
    </Alert>
  );
}

export function useMaySetTelephony(): boolean {
  const isByOperator = useIsTelephonyByOperator();
  return useMayWrite() && !isByOperator;
}
