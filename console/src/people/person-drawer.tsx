import { Drawer, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useIsTelephonyByOperator } from '../api/session.ts';
import type { Shapes } from '../api/types.ts';
import { useOne } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { changesOf } from '../parts/forms/changes.ts';
import { FormButtons } from '../parts/forms/form-buttons.tsx';
import { askBefore } from '../parts/forms/unsaved.ts';
import { useFields } from '../parts/forms/use-fields.ts';
import { useWrite } from '../parts/forms/use-write.ts';
import { Loaded } from '../parts/page/states.tsx';
import { showDone } from '../parts/problems/show-problem.tsx';
import { words } from '../parts/words.messages.ts';
import { peopleMessages } from './messages.ts';
import { hasOwnAccountAsPhone, type Staff } from './staff.ts';

type Closing = {
  onClose: () => void;
  /** The person is saved, and gets a SIP account next. */
  onAccount: (person: Staff) => void;
};
type Props = Closing & { opened: boolean; person: Staff | undefined };

export function PersonDrawer({ opened, person, ...closing }: Props) {
  const say = useText(peopleMessages);
  return (
    <Drawer
      opened={opened}
      onClose={askBefore(closing.onClose)}
      title={person ? say('edit', { name: person.name }) : say('create')}
      position="right"
    >
      {opened && (person ? <KnownPerson id={person.staff_id} {...closing} /> : <PersonForm {...closing} />)}
    </Drawer>
  );
}

/** Lists mask numbers, so the person is read again before a change. The form would keep the values of an earlier answer. */
function KnownPerson({ id, ...closing }: Closing & { id: number }) {
  const person = useOne('/staff/{staffId}', { params: { staffId: id } }, { staleTime: 0, gcTime: 0 });
  return <Loaded query={person}>{({ data }) => <PersonForm person={data} {...closing} />}</Loaded>;
}

type Where = 'account' | 'else' | 'nowhere';
type Values = { name: string; where: Where; phone: string; is_active: boolean };
type Input = Shapes['NewStaff'] & Shapes['StaffChange'];
type Saving = { where: Where; body: Input };

function PersonForm({ person, onClose, onAccount }: Closing & { person?: Staff }) {
  const say = useText(peopleMessages);
  const word = useText(words);
  // The person is read again while the form is open.
  const [before] = useState(person);
  const hasAccount = person?.username != null;
  const save = useWrite(
    (send, { body }: Saving) =>
      before
        ? send('PUT', '/staff/{staffId}', {
            params: { staffId: before.staff_id },
            body: changesOf(knownOf(before), body),
          })
        : send('POST', '/staff', { body }),
    {
      changes: ['/staff'],
      onDone: ({ data }, { where }) => {
        showDone(word('saved'));
        if (where === 'account' && !hasAccount) onAccount(data);
        else onClose();
      },
      shown: 'form',
    },
  );
  const form = useFields({ initialValues: valuesOf(before), error: save.error });
  const { where, phone } = form.values;
  const isByOperator = useIsTelephonyByOperator();
  const isRefused = isByOperator && where === 'else' && isOtherSipAddress(phone.trim(), before);
  const onSave = (values: Values) => {
    if (!isRefused) save.mutate({ where: values.where, body: inputOf(values, before, hasAccount) });
  };
  return (
    <form {...form.sending(onSave)}>
      <Stack gap="lg">
        <TextInput label={word('name')} required maxLength={255} data-autofocus {...form.getInputProps('name')} />
        <Radio.Group label={say('where')} {...form.getInputProps('where')}>
          <Stack gap="xs" mt={6}>
            <Radio
              value="account"
              label={say('whereAccount')}
              description={hasAccount ? undefined : say('needsAccount')}
            />
            <Radio value="else" label={say('whereElse')} />
            <Radio value="nowhere" label={say('whereNowhere')} description={say('whereNowhereAbout')} />
          </Stack>
        </Radio.Group>
        {where === 'else' && (
          <TextInput
            label={say('address')}
            description={say(isByOperator ? 'addressKept' : 'addressAbout')}
            required
            {...form.getInputProps('phone')}
            {...(isRefused && { error: say('addressRefused') })}
          />
        )}
        {person && <Switch label={say('active')} {...form.getInputProps('is_active', { type: 'checkbox' })} />}
        <FormButtons isBusy={save.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}

function valuesOf(person: Staff | undefined): Values {
  const isOwn = person !== undefined && hasOwnAccountAsPhone(person);
  return {
    name: person?.name ?? '',
    where: !person || isOwn ? 'account' : person.phone ? 'else' : 'nowhere',
    phone: isOwn ? '' : (person?.phone ?? ''),
    is_active: person?.is_active ?? true,
  };
}

/** `account` is also how the API takes the address of the own account, which cannot be typed. */
const knownOf = (person: Staff) => ({ ...person, phone: hasOwnAccountAsPhone(person) ? 'account' : person.phone });

/** A new account becomes the phone when it is created, so until then the phone stays. */
function inputOf({ name, where, phone, is_active }: Values, before: Staff | undefined, hasAccount: boolean): Input {
  const ownPhone = hasAccount ? 'account' : before ? knownOf(before).phone : null;
  const wanted = where === 'account' ? ownPhone : where === 'else' ? phone.trim() : null;
  return { name: name.trim(), phone: wanted, ...(before && { is_active }) };
}

const isOtherSipAddress = (address: string, person: Staff | undefined) =>
  /^sips?:/i.test(address) && address !== person?.phone;
