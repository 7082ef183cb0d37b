import { Code, Group, Modal, Progress, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useText } from '../i18n/language.tsx';
import { Confirm } from '../parts/forms/confirm.tsx';
import { SecretOnce } from '../parts/forms/secret-once.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { CopyButton } from '../parts/values/copy-button.tsx';
import { Facts } from '../parts/values/facts.tsx';
import { type Account, registrarText } from './account.ts';
import { peopleMessages } from './messages.ts';
import { SoftphoneCodes } from './softphone-codes.tsx';
import type { Staff } from './staff.ts';

type Props = {
  person: Staff;
  /** Whether the account was chosen in the form of the person, so that nothing is left to ask. */
  isChosen?: boolean;
  onClose: () => void;
};

/** Asks, creates the account or resets its password, and shows the password once. */
export function AccountWindow({ person, isChosen = false, onClose }: Props) {
  const say = useText(peopleMessages);
  const { name, staff_id } = person;
  const { mutate, ...make } = useWrite(
    (send, staffId: number) => send('POST', '/staff/{staffId}/account', { params: { staffId } }),
    { changes: ['/staff'] },
  );
  useEffect(() => {
    if (isChosen) mutate(staff_id);
  }, [isChosen, mutate, staff_id]);
  const isNew = person.username === null;
  if (make.data) return <Created name={name} account={make.data.data} onClose={onClose} />;
  if (isChosen && !make.error)
    return (
      <Modal opened onClose={onClose} title={say('accountTitle', { name })} withCloseButton={false}>
        <Progress value={100} animated aria-label={say('creating')} />
      </Modal>
    );
  return (
    <Confirm
      opened
      title={say(isNew ? 'makeTitle' : 'renewTitle', { name })}
      action={say(isNew ? 'makeAccount' : 'renewAccount')}
      isDangerous={!isNew}
      isBusy={make.isPending}
      onConfirm={() => mutate(staff_id)}
      onClose={onClose}
    >
      {say(isNew ? 'makeAbout' : 'renewAbout')}
    </Confirm>
  );
}

type CreatedProps = { name: string; account: Account; onClose: () => void };

function Created({ name, account, onClose }: CreatedProps) {
  const say = useText(peopleMessages);
  const { username, password, realm, registrar } = account;
  const server = registrarText(account);
  return (
    <SecretOnce title={say('accountTitle', { name })} secret={password} onClose={onClose}>
      <SoftphoneCodes account={account} />
      <div>
        <Text size="sm" mb={4}>
          {say(registrar ? 'accountByHand' : 'accountAbout')}
        </Text>
        <Facts
          facts={[
            [say('username'), <Copied key="username" value={username} />],
            [say('registrar'), server ? <Copied key="registrar" value={server} /> : say('registrarAbout')],
            [say('transport'), registrar ? transportsOf(registrar.transports) : say('transportAbout')],
            [
              say('realm'),
              <span key="realm">
                <Code>{realm}</Code> {say('realmAbout')}
              </span>,
            ],
          ]}
        />
      </div>
    </SecretOnce>
  );
}

const transportsOf = (transports: string[]) => transports.map((transport) => transport.toUpperCase()).join(', ');

function Copied({ value }: { value: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
      <CopyButton value={value} />
    </Group>
  );
}
