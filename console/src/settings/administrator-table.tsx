import { ActionIcon, Badge, Group, NativeSelect, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useMayWrite, useSession } from '../api/session.ts';
import type { Role } from '../api/types.ts';
import { useText } from '../i18n/language.tsx';
import { RemoveWindow } from '../parts/forms/remove-window.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { When } from '../parts/values/when.tsx';
import { words } from '../parts/words.messages.ts';
import { type Administrator, roles } from './administrator.ts';
import { settingsMessages } from './messages.ts';

export function AdministratorTable({ administrators }: { administrators: Administrator[] }) {
  const say = useText(settingsMessages);
  const word = useText(words);
  const mayWrite = useMayWrite();
  const [removed, setRemoved] = useState<Administrator>();
  return (
    <>
      <ListTable titles={[say('email'), say('role'), word('created')]} hasActions={mayWrite} minWidth={560}>
        {administrators.map((administrator) => (
          <AdministratorRow
            key={administrator.administrator_id}
            administrator={administrator}
            onRemove={mayWrite ? () => setRemoved(administrator) : undefined}
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
          list="/administrators"
          title={say('removeTitle', { email: removed.email })}
          onClose={() => setRemoved(undefined)}
        >
          {say('removeAbout')}
        </RemoveWindow>
      )}
    </>
  );
}

type RowProps = { administrator: Administrator; onRemove: (() => void) | undefined };

/** Administrators cannot change or remove themselves: the last one would be locked out. */
function AdministratorRow({ administrator, onRemove }: RowProps) {
  const say = useText(settingsMessages);
  const own = useSession().administrator.administrator_id;
  const { administrator_id, email, role, must_change_password, has_totp, created_at } = administrator;
  const isOther = administrator_id !== own;
  const change = useWrite(
    (send, next: Role) =>
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
