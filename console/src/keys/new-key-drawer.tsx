import { Checkbox, Drawer, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../i18n/language.tsx';
import { FormButtons } from '../parts/forms/form-buttons.tsx';
import { askBefore } from '../parts/forms/unsaved.ts';
import { useFields } from '../parts/forms/use-fields.ts';
import { useWrite } from '../parts/forms/use-write.ts';
import type { Mode } from '../paths.ts';
import { type Expiry, ExpiryChoice, expiryMoment } from './expiry-choice.tsx';
import { scopes as allScopes, type IssuedKey, type NewKey, type Scope } from './key.ts';
import { KindChoice } from './kind-choice.tsx';
import { keyMessages } from './messages.ts';
import { ScopeChoice } from './scope-choice.tsx';

type Props = { opened: boolean; onClose: () => void; onIssued: (key: IssuedKey) => void };

export function NewKeyDrawer({ opened, onClose, onIssued }: Props) {
  const say = useText(keyMessages);
  return (
    <Drawer opened={opened} onClose={askBefore(onClose)} title={say('create')} position="right" size="lg">
      {opened && <NewKeyForm onClose={onClose} onIssued={onIssued} />}
    </Drawer>
  );
}

type Values = {
  name: string;
  kind: Mode;
  scopes: Scope[];
  allows_assistants: boolean;
  expires_at: Expiry;
  allowlist: string;
};
const first: Values = {
  ...{ name: '', kind: 'test', scopes: [...allScopes], allows_assistants: false },
  ...{ expires_at: { kind: 'never' }, allowlist: '' },
};

function NewKeyForm({ onClose, onIssued }: Omit<Props, 'opened'>) {
  const say = useText(keyMessages);
  // The same moment in each attempt: to try again after a lost answer creates no second key.
  const [now] = useState(() => new Date());
  const create = useWrite((send, body: NewKey) => send('POST', '/keys', { body }), {
    changes: ['/keys'],
    onDone: ({ data }) => onIssued(data),
    shown: 'form',
  });
  const form = useFields({
    initialValues: first,
    error: create.error,
    validate: {
      name: (name) => name.trim() === '' && say('nameRequired'),
      // The field says why, before a request is sent.
      scopes: (scopes) => scopes.length === 0 && say('chooseScope'),
      // Without a date, the key would never expire.
      expires_at: (expiry) => expiry.kind === 'day' && !expiryMoment(expiry, now) && say('dayRequired'),
    },
  });
  const { kind, scopes, expires_at } = form.values;

  return (
    <form {...form.sending((values) => create.mutate(keyOf(values, now)))} noValidate>
      <Stack gap="lg">
        <TextInput
          label={say('nameLabel')}
          placeholder={say('namePlaceholder')}
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <KindChoice kind={kind} onChange={(next) => form.setFieldValue('kind', next)} />
        <ScopeChoice
          chosen={scopes}
          onChange={(next) => form.setFieldValue('scopes', next)}
          error={form.faults.scopes}
        />
        <Checkbox
          label={say('assistantsLabel')}
          description={say('assistantsAbout')}
          {...form.getInputProps('allows_assistants', { type: 'checkbox' })}
        />
        <ExpiryChoice
          expiry={expires_at}
          onChange={(next) => form.setFieldValue('expires_at', next)}
          error={form.getInputProps('expires_at').error}
        />
        <Textarea
          label={say('allowlistLabel')}
          description={say('allowlistAbout')}
          autosize
          minRows={2}
          spellCheck={false}
          placeholder="203.0.113.0/24"
          {...form.getInputProps('allowlist')}
        />
        <FormButtons action={say('create')} isBusy={create.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}

function keyOf({ name, kind, scopes, allows_assistants, ...values }: Values, now: Date): NewKey {
  const expires_at = expiryMoment(values.expires_at, now);
  const allowlist = values.allowlist.split(/[\s,]+/).filter((address) => address !== '');
  return {
    name: name.trim(),
    kind,
    scopes,
    allows_assistants,
    ...(expires_at && { expires_at }),
    ...(allowlist.length > 0 && { allowlist }),
  };
}
