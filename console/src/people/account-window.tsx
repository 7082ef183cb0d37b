import { Code, Text } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { Confirm } from '../parts/forms/confirm.tsx';
import { SecretOnce } from '../parts/forms/secret-once.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { Facts } from '../parts/values/facts.tsx';
import { peopleMessages } from './messages.ts';
import type { Staff } from './staff.ts';

/** Asks before a password is replaced, creates the account, and shows its password once. */
export function AccountWindow({ person, onClose }: { person: Staff; onClose: () => void }) {
  const say = useText(peopleMessages);
  const { name } = person;
  const make = useWrite((send, staffId: number) => send('POST', '/staff/{staffId}/account', { params: { staffId } }), {
    changes: ['/staff'],
  });
  if (!make.data)
    return (
      <Confirm
        opened
        title={person.username ? say('renewTitle', { name }) : say('makeAccount')}
        action={say(person.username ? 'renewAccount' : 'makeAccount')}
        isDangerous={person.username !== null}
        isBusy={make.isPending}
        onConfirm={() => make.mutate(person.staff_id)}
        onClose={onClose}
      >
        {say(person.username ? 'renewAbout' : 'whereAccount')}
      </Confirm>
    );
  const { username, password } = make.data.data;
  return (
    <SecretOnce title={say('accountTitle', { name })} secret={password} onClose={onClose}>
      <div>
        <Text size="sm" mb={4}>
          {say('accountAbout')}
        </Text>
        <Facts
          facts={[
            [say('username'), <Code key="username">{username}</Code>],
            [say('password'), '↑'],
            [say('registrar'), say('registrarAbout')],
          ]}
        />
      </div>
    </SecretOnce>
  );
}
