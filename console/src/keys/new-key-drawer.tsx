import { Drawer, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useText } from '../i18n/language.tsx';
import { FormButtons } from '../parts/forms/form-buttons.tsx';
import { askBefore, useUnsavedValues } from '../parts/forms/unsaved.ts';
import { useFocusFault } from '../parts/forms/use-focus-fault.ts';
import { useWrite } from '../parts/forms/use-write.ts';
import { useFaults } from '../parts/problems/use-faults.ts';
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

function NewKeyForm({ onClose, onIssued }: Omit<Props, 'opened'>) {
  const say = useText(keyMessages);
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Mode>('test');
  const [scopes, setScopes] = useState<Scope[]>([...allScopes]);
  const [expiry, setExpiry] = useState<Expiry>({ kind: 'never' });
  const [addresses, setAddresses] = useState('');
  const [wasSent, setWasSent] = useState(false);
  useUnsavedValues(name, kind, scopes, expiry, addresses);
  const create = useWrite((send, body: NewKey) => send('POST', '/keys', { body }), {
    changes: ['/keys'],
    onDone: ({ data }) => onIssued(data),
    shown: 'form',
  });

  const form = useFocusFault(create.error ?? wasSent);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setWasSent(true);
    if (name.trim() === '' || scopes.length === 0) return;
    const allowlist = addresses.split(/[\s,]+/).filter((address) => address !== '');
    const expires_at = expiryMoment(expiry, new Date());
    create.mutate({
      name: name.trim(),
      kind,
      scopes,
      ...(expires_at && { expires_at }),
      ...(allowlist.length > 0 && { allowlist }),
    });
  };
  const faults = useFaults(create.error);

  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
      <Stack gap="lg">
        <TextInput
          label={say('nameLabel')}
          placeholder={say('namePlaceholder')}
          required
          maxLength={100}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={faults.name ?? (wasSent && name.trim() === '' && say('nameRequired'))}
        />
        <KindChoice kind={kind} onChange={setKind} />
        <ScopeChoice chosen={scopes} onChange={setScopes} error={faults.scopes} />
        <ExpiryChoice expiry={expiry} onChange={setExpiry} error={faults.expires_at} />
        <Textarea
          label={say('allowlistLabel')}
          description={say('allowlistAbout')}
          autosize
          minRows={2}
          spellCheck={false}
          placeholder="203.0.113.0/24"
          value={addresses}
          onChange={(event) => setAddresses(event.currentTarget.value)}
          error={faults.allowlist}
        />
        <FormButtons action={say('create')} isBusy={create.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
