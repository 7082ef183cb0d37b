import {
  ActionIcon,
  Badge,
  Button,
  Group,
  Modal,
  NativeSelect,
  Radio,
  Stack,
  Table,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMayWrite, useSession } from '../api/session.ts';
import type { One, Role } from '../api/types.ts';
import { usePage, useWrite } from '../api/use-api.ts';
import { useText } from '../i18n/language.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Icon } from '../parts/icon.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { SecretOnce } from '../parts/secret-once.tsx';
import { Card, Loaded } from '../parts/states.tsx';
import { useFaults } from '../parts/use-faults.ts';
import { When } from '../parts/when.tsx';
import { words } from '../parts/words.messages.ts';
import type { Administrator, CreatedAdministrator, NewAdministrator } from './administrator.ts';
import { settingsMessages } from './messages.ts';

const roles: Role[] = ['administrator', 'viewer'];

export function AdministratorsPage() {
  const say = useText(settingsMessages);
  const mayWrite = useMayWrite();
  const administrators = usePage<Administrator>('/administrators', { per_page: 200 });
  const [isAdding, setIsAdding] = useState(false);
  const [created, setCreated] = useState<CreatedAdministrator>();
  return (
    <>
      <PageHeader
        title={say('administrators')}
        about={say('administratorsAbout')}
        actions={
          mayWrite && (
            <Button leftSection={<Icon name="plus" />} onClick={() => setIsAdding(true)}>
              {say('addAdministrator')}
            </Button>
          )
        }
      />
      <Card>
        <Loaded query={administrators}>{({ data }) => <AdministratorTable administrators={data} />}</Loaded>
      </Card>
      {isAdding && (
        <NewAdministratorWindow
          onClose={() => setIsAdding(false)}
          onCreated={(administrator) => {
            setIsAdding(false);
            setCreated(administrator);
          }}
        />
      )}
      <SecretOnce
        title={say('passwordTitle', { email: created?.email ?? '' })}
        secret={created?.password}
        onClose={() => setCreated(undefined)}
      >
        <Text size="sm">{say('passwordNote')}</Text>
      </SecretOnce>
    </>
  );
}

function AdministratorTable({ administrators }: { administrators: Administrator[] }) {
  const say = useText(settingsMessages);
  const word = useText(words);
  const mayWrite = useMayWrite();
  const [removed, setRemoved] = useState<Administrator>();
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('email')}</Table.Th>
            <Table.Th>{say('role')}</Table.Th>
            <Table.Th>{word('created')}</Table.Th>
            {mayWrite && (
              <Table.Th w={56}>
                <VisuallyHidden>{word('actions')}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {administrators.map((administrator) => (
            <AdministratorRow
              key={administrator.administrator_id}
              administrator={administrator}
              onRemove={mayWrite ? () => setRemoved(administrator) : undefined}
            />
          ))}
        </Table.Tbody>
      </Table>
      {removed && <RemoveWindow administrator={removed} onClose={() => setRemoved(undefined)} />}
    </Table.ScrollContainer>
  );
}

type RowProps = { administrator: Administrator; onRemove: (() => void) | undefined };

/** Nobody changes or removes himself: the last one would be locked out. */
function AdministratorRow({ administrator, onRemove }: RowProps) {
  const say = useText(settingsMessages);
  const own = useSession().administrator.administrator_id;
  const { administrator_id, email, role, must_change_password, has_totp, created_at } = administrator;
  const isOther = administrator_id !== own;
  const change = useWrite((send, next: Role) => send('PUT', `/administrators/${administrator_id}`, { role: next }), {
    changes: ['/administrators'],
  });
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {email}
          </Text>
          {!isOther && <Badge>{say('you')}</Badge>}
          {has_totp && <Badge color="teal">{say('twoStep')}</Badge>}
          {must_change_password && <Badge color="gray">{say('notYet')}</Badge>}
        </Group>
      </Table.Td>
      <Table.Td>
        {onRemove && isOther ? (
          <NativeSelect
            size="xs"
            w={160}
            aria-label={say('roleOf', { email })}
            value={role}
            disabled={change.isPending}
            onChange={(event) => change.mutate(event.currentTarget.value as Role)}
            data={roles.map((value) => ({ value, label: say(value) }))}
          />
        ) : (
          <Text size="sm">{say(role)}</Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm">
          <When at={created_at} />
        </Text>
      </Table.Td>
      {onRemove && (
        <Table.Td>
          {isOther && (
            <ActionIcon variant="subtle" color="red" aria-label={say('removeOf', { email })} onClick={onRemove}>
              <Icon name="trash" />
            </ActionIcon>
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

type NewProps = { onClose: () => void; onCreated: (administrator: CreatedAdministrator) => void };

function NewAdministratorWindow({ onClose, onCreated }: NewProps) {
  const say = useText(settingsMessages);
  const word = useText(words);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const create = useWrite(
    (send, body: NewAdministrator) => send<One<CreatedAdministrator>>('POST', '/administrators', body),
    { changes: ['/administrators'], onDone: ({ data }) => onCreated(data), shown: 'form' },
  );
  const faults = useFaults(create.error);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ email: email.trim(), role });
  };
  return (
    <Modal opened onClose={onClose} title={say('addAdministrator')}>
      <form onSubmit={onSubmit}>
        <Stack>
          <TextInput
            type="email"
            label={say('email')}
            required
            data-autofocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={faults.email}
          />
          <Radio.Group label={say('role')} value={role} onChange={(next) => setRole(next as Role)}>
            <Stack gap="xs" mt={6}>
              {roles.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={say(value)}
                  description={say(value === 'administrator' ? 'administratorRole' : 'viewerRole')}
                />
              ))}
            </Stack>
          </Radio.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {word('cancel')}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {word('add')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function RemoveWindow({ administrator, onClose }: { administrator: Administrator; onClose: () => void }) {
  const say = useText(settingsMessages);
  const { administrator_id, email } = administrator;
  const remove = useWrite((send, id: number) => send('DELETE', `/administrators/${id}`), {
    changes: ['/administrators'],
    onDone: onClose,
  });
  return (
    <Confirm
      opened
      title={say('removeTitle', { email })}
      action={say('remove')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(administrator_id)}
      onClose={onClose}
    >
      {say('removeAbout')}
    </Confirm>
  );
}
