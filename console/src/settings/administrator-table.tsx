import { Badge, Group, Menu, NativeSelect, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useMayWrite, useSession } from '../api/session.ts';
import type { Role } from '../api/types.ts';
import { useText } from '../i18n/language.tsx';
import { RemoveWindow } from '../parts/forms/remove-window.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { RowMenu } from '../parts/lists/row-menu.tsx';
import { When } from '../parts/values/when.tsx';
import { words } from '../parts/words.messages.ts';
import { type Administrator, roles } from './administrator.ts';
import { settingsMessages } from './messages.ts';
import { ResetPasswordWindow } from './reset-password-window.tsx';
import { ShownProjects, ShownRole } from './shown-role.tsx';
import { SupervisorWindow } from './supervisor-window.tsx';

export function AdministratorTable({ administrators }: { administrators: Administrator[] }) {
  const say = useText(settingsMessages);
  const word = useText(words);
  const mayWrite = useMayWrite();
  const [removed, setRemoved] = useState<Administrator>();
  const [reset, setReset] = useState<Administrator>();
  const [supervisor, setSupervisor] = useState<Administrator>();
  return (
    <>
      <ListTable titles={[say('email'), say('role'), word('created')]} hasActions={mayWrite} minWidth={560}>
        {administrators.map((administrator) => (
          <AdministratorRow
            key={administrator.administrator_id}
            administrator={administrator}
            mayWrite={mayWrite}
            onSupervise={() => setSupervisor(administrator)}
            onReset={() => setReset(administrator)}
            onRemove={() => setRemoved(administrator)}
          />
        ))}
      </ListTable>
      {removed && (
        <RemoveWindow
          remove={(send) =>
            send('DELETE', '/administrators/{administratorId}', {
              params: { administratorId: removed.administrator_id },
            })
          }
          changes={['/administrators']}
          title={say('removeTitle', { email: removed.email })}
          onClose={() => setRemoved(undefined)}
        >
          {say('removeAbout')}
        </RemoveWindow>
      )}
      {supervisor && <SupervisorWindow administrator={supervisor} onClose={() => setSupervisor(undefined)} />}
      {reset && <ResetPasswordWindow administrator={reset} onClose={() => setReset(undefined)} />}
    </>
  );
}

type RowProps = {
  administrator: Administrator;
  mayWrite: boolean;
  /** Asks for the projects of a supervisor. */
  onSupervise: () => void;
  onReset: () => void;
  onRemove: () => void;
};

/** Administrators cannot change or remove themselves: the last one would be locked out. */
function AdministratorRow({ administrator, mayWrite, onSupervise, onReset, onRemove }: RowProps) {
  const say = useText(settingsMessages);
  const word = useText(words);
  const own = useSession().administrator.administrator_id;
  const { administrator_id, email, role, must_change_password, has_totp, created_at } = administrator;
  const isOther = administrator_id !== own;
  const change = useWrite(
    (send, next: Exclude<Role, 'supervisor'>) =>
      send('PUT', '/administrators/{administratorId}', {
        params: { administratorId: administrator_id },
        body: { role: next },
      }),
    { changes: ['/administrators'], goesOn: true },
  );
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
        {mayWrite && isOther ? (
          <>
            <NativeSelect
              size="xs"
              w={160}
              aria-label={say('roleOf', { email })}
              value={role}
              disabled={change.isPending}
              onChange={(event) => {
                const next = event.currentTarget.value as Role;
                if (next === 'supervisor') onSupervise();
                else change.mutate(next);
              }}
              data={roles.map((value) => ({ value, label: say(value) }))}
            />
            <ShownProjects {...administrator} />
          </>
        ) : (
          <ShownRole {...administrator} />
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm">
          <When at={created_at} />
        </Text>
      </Table.Td>
      {mayWrite && (
        <Table.Td>
          {isOther && (
            <RowMenu label={say('actionsOf', { email })}>
              {role === 'supervisor' && (
                <Menu.Item leftSection={<Icon name="folder" />} onClick={onSupervise}>
                  {say('changeProjects')}
                </Menu.Item>
              )}
              <Menu.Item leftSection={<Icon name="key" />} onClick={onReset}>
                {say('resetPassword')}
              </Menu.Item>
              <Menu.Item leftSection={<Icon name="trash" />} color="red" onClick={onRemove}>
                {word('remove')}
              </Menu.Item>
            </RowMenu>
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}
