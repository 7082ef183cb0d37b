import { Drawer, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useIsTelephonyKept } from '../api/session.ts';
import type { Shapes } from '../api/types.ts';
import { useOne } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { FormButtons } from '../parts/forms/form-buttons.tsx';
import { askBefore, useUnsavedValues } from '../parts/forms/unsaved.ts';
import { useSave } from '../parts/forms/use-save.ts';
import { Loaded } from '../parts/page/states.tsx';
import { words } from '../parts/words.messages.ts';
import { peopleMessages } from './messages.ts';
import { hasOwnAccountAsPhone, type Staff } from './staff.ts';

type Props = { opened: boolean; person: Staff | undefined; onClose: () => void };

export function PersonDrawer({ opened, person, onClose }: Props) {
  const say = useText(peopleMessages);
  return (
    <Drawer
      opened={opened}
      onClose={askBefore(onClose)}
      title={person ? say('edit', { name: person.name }) : say('create')}
      position="right"
    >
      {opened && (person ? <KnownPerson id={person.staff_id} onClose={onClose} /> : <PersonForm onClose={onClose} />)}
    </Drawer>
  );
}

/** Lists mask numbers, so the person is read once more before something is changed. */
function KnownPerson({ id, onClose }: { id: number; onClose: () => void }) {
  const person = useOne('/staff/{staffId}', { params: { staffId: id } }, { staleTime: 0 });
  return <Loaded query={person}>{({ data }) => <PersonForm person={data} onClose={onClose} />}</Loaded>;
}

type Where = 'account' | 'else' | 'nowhere';
type Input = Shapes['NewStaff'] & Shapes['StaffChange'];

function PersonForm({ person, onClose }: { person?: Staff; onClose: () => void }) {
  const say = useText(peopleMessages);
  const word = useText(words);
  const isOwn = person !== undefined && hasOwnAccountAsPhone(person);
  const [name, setName] = useState(person?.name ?? '');
  const [where, setWhere] = useState<Where>(isOwn ? 'account' : person?.phone ? 'else' : 'nowhere');
  const [address, setAddress] = useState(isOwn ? '' : (person?.phone ?? ''));
  const [isActive, setIsActive] = useState(person?.is_active ?? true);
  useUnsavedValues(name, where, address, isActive);
  const { save, faults } = useSave(
    (send, body: Input) =>
      person
        ? send('PUT', '/staff/{staffId}', { params: { staffId: person.staff_id }, body })
        : send('POST', '/staff', { body }),
    { list: '/staff', onClose },
  );
  const isKept = useIsTelephonyKept();
  const isRefused = isKept && where === 'else' && isOtherSipAddress(address.trim(), person);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isRefused) return;
    const phone = where === 'account' ? 'account' : where === 'else' ? address.trim() : null;
    const isPhoneChanged = phone !== (isOwn ? 'account' : (person?.phone ?? null));
    save.mutate({ name: name.trim(), ...(isPhoneChanged && { phone }), ...(person && { is_active: isActive }) });
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="lg">
        <TextInput
          label={word('name')}
          required
          maxLength={255}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={faults.name}
        />
        <Radio.Group label={say('where')} value={where} onChange={(next) => setWhere(next as Where)}>
          <Stack gap="xs" mt={6}>
            <Radio
              value="account"
              label={say('whereAccount')}
              disabled={!person?.username}
              description={person?.username ? undefined : say('needsAccount')}
            />
            <Radio value="else" label={say('whereElse')} />
            <Radio value="nowhere" label={say('whereNowhere')} />
          </Stack>
        </Radio.Group>
        {where === 'else' && (
          <TextInput
            label={say('address')}
            description={say(isKept ? 'addressKept' : 'addressAbout')}
            required
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            error={isRefused ? say('addressRefused') : faults.phone}
          />
        )}
        {person && (
          <Switch
            label={say('active')}
            checked={isActive}
            onChange={(event) => setIsActive(event.currentTarget.checked)}
          />
        )}
        <FormButtons isBusy={save.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}

const isOtherSipAddress = (address: string, person: Staff | undefined) =>
  /^sips?:/i.test(address) && address !== person?.phone;
