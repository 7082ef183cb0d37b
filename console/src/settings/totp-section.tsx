import { Anchor, Badge, Button, Code, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionKey, useSession } from '../api/session.ts';
import type { Shapes } from '../api/types.ts';
import { useText } from '../i18n/language.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { Section } from '../parts/page/section.tsx';
import { showDone } from '../parts/problems/show-problem.tsx';
import { useFaults } from '../parts/problems/use-faults.ts';
import { CopyButton } from '../parts/values/copy-button.tsx';
import { QrCode } from '../parts/values/qr-code.tsx';
import { settingsMessages } from './messages.ts';
import { RecoveryCodesWindow } from './recovery-codes-window.tsx';

export function TotpSection() {
  const say = useText(settingsMessages);
  const { administrator, recovery_codes_left: left } = useSession();
  const [opened, setOpened] = useState<'totp' | 'recovery codes'>();
  const [codes, setCodes] = useState<string[]>();
  const isOn = administrator.has_totp;
  const close = () => setOpened(undefined);
  const onCodes = (made: string[]) => {
    close();
    setCodes(made);
  };
  return (
    <Section
      title={say('totp')}
      about={say('totpAbout')}
      aside={<Badge color={isOn ? 'teal' : 'gray'}>{say(isOn ? 'totpOn' : 'totpOff')}</Badge>}
    >
      {isOn && (
        <Text size="sm" mb="md" {...(left <= fewCodes && { c: 'var(--mantine-color-orange-text)' })}>
          {say('recoveryLeft', { left })}
        </Text>
      )}
      <Group gap="sm">
        <Button variant="default" onClick={() => setOpened('totp')}>
          {say(isOn ? 'totpTurnOff' : 'totpSetUp')}
        </Button>
        {isOn && (
          <Button variant="default" onClick={() => setOpened('recovery codes')}>
            {say('recoveryRenew')}
          </Button>
        )}
      </Group>
      <Modal opened={opened === 'totp'} onClose={close} title={say('totp')}>
        {isOn ? <TurnOff onDone={close} /> : <SetUp onDone={onCodes} />}
      </Modal>
      <Modal opened={opened === 'recovery codes'} onClose={close} title={say('recoveryRenew')}>
        <RenewCodes onDone={onCodes} />
      </Modal>
      {codes && <RecoveryCodesWindow codes={codes} onClose={() => setCodes(undefined)} />}
    </Section>
  );
}

/** So few are worth a warning. */
const fewCodes = 2;

/** The password first, because a passer-by at an open window must not lock its owner out; then the app. */
function SetUp({ onDone }: { onDone: (recoveryCodes: string[]) => void }) {
  const say = useText(settingsMessages);
  const client = useQueryClient();
  const form = useForm({ initialValues: { code: '' } });
  const begin = useWrite((send, body: Proof) => send('POST', '/session/totp', { body }), {
    changes: [],
    shown: 'form',
  });
  const confirm = useWrite((send, typed: string) => send('PUT', '/session/totp', { body: { code: typed } }), {
    changes: [],
    onDone: ({ data }) => {
      void client.invalidateQueries({ queryKey: sessionKey });
      showDone(say('totpIsOn'));
      onDone(data.recovery_codes);
    },
    shown: 'form',
  });
  const faults = useFaults(confirm.error);
  if (!begin.data)
    return (
      <ProofStep
        asks="password"
        action={say('continue')}
        isBusy={begin.isPending}
        error={begin.error}
        onEnter={begin.mutate}
      />
    );

  const { secret, otpauth_uri } = begin.data.data;
  return (
    <form onSubmit={form.onSubmit(({ code }) => confirm.mutate(code.trim()))}>
      <Stack>
        <Text size="sm">{say('totpScan')}</Text>
        <Group justify="center">
          <QrCode text={otpauth_uri} label={say('totpQr')} />
        </Group>
        <Group gap={4} justify="center" wrap="nowrap">
          <Text size="sm" c="dimmed">
            {say('totpKey')}
          </Text>
          <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
          <CopyButton value={secret} />
        </Group>
        <TextInput
          label={say('totpCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          data-autofocus
          {...form.getInputProps('code')}
          error={faults.code}
        />
        <Button type="submit" loading={confirm.isPending}>
          {say('totpConfirm')}
        </Button>
      </Stack>
    </form>
  );
}

function TurnOff({ onDone }: { onDone: () => void }) {
  const say = useText(settingsMessages);
  const client = useQueryClient();
  const turnOff = useWrite((send, body: Proof) => send('DELETE', '/session/totp', { body }), {
    changes: [],
    onDone: () => {
      void client.invalidateQueries({ queryKey: sessionKey });
      showDone(say('totpIsOff'));
      onDone();
    },
    shown: 'form',
  });
  return (
    <ProofStep
      asks="password and code"
      action={say('totpTurnOff')}
      isBusy={turnOff.isPending}
      error={turnOff.error}
      onEnter={turnOff.mutate}
    />
  );
}

function RenewCodes({ onDone }: { onDone: (recoveryCodes: string[]) => void }) {
  const say = useText(settingsMessages);
  const client = useQueryClient();
  const renew = useWrite((send, body: Proof) => send('POST', '/session/recovery-codes', { body }), {
    changes: [],
    onDone: ({ data }) => {
      void client.invalidateQueries({ queryKey: sessionKey });
      onDone(data.recovery_codes);
    },
    shown: 'form',
  });
  return (
    <Stack>
      <Text size="sm">{say('recoveryRenewAbout')}</Text>
      <ProofStep
        asks="password and code"
        action={say('recoveryRenew')}
        isBusy={renew.isPending}
        error={renew.error}
        onEnter={renew.mutate}
      />
    </Stack>
  );
}

type Proof = Shapes['PasswordAndCode'];
type StepProps = {
  asks: 'password' | 'password and code';
  action: string;
  isBusy: boolean;
  error: unknown;
  onEnter: (proof: Proof) => void;
};

function ProofStep({ asks, action, isBusy, error, onEnter }: StepProps) {
  const say = useText(settingsMessages);
  const form = useForm({ initialValues: { password: '', code: '' } });
  const faults = useFaults(error);
  const asksCode = asks === 'password and code';
  const [factor, setFactor] = useState<'totp_code' | 'recovery_code'>('totp_code');
  const isRecovery = factor === 'recovery_code';
  const onSubmit = form.onSubmit(({ password, code }) =>
    onEnter({ password, ...(asksCode && { [factor]: code.trim() }) }),
  );
  const switchFactor = () => {
    setFactor(isRecovery ? 'totp_code' : 'recovery_code');
    form.setFieldValue('code', '');
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <PasswordInput
          label={say('confirmPassword')}
          autoComplete="current-password"
          required
          data-autofocus
          {...form.getInputProps('password')}
          error={faults.password}
        />
        {asksCode && (
          <div>
            <TextInput
              label={say(isRecovery ? 'recoveryCode' : 'totpCode')}
              inputMode={isRecovery ? 'text' : 'numeric'}
              autoComplete={isRecovery ? 'off' : 'one-time-code'}
              required
              {...form.getInputProps('code')}
              error={faults[factor]}
            />
            <Anchor component="button" type="button" size="xs" mt={4} onClick={switchFactor}>
              {say(isRecovery ? 'useApp' : 'useRecovery')}
            </Anchor>
          </div>
        )}
        <Button type="submit" loading={isBusy}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}
