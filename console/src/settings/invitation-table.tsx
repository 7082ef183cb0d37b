import { Button, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useMayWrite } from '../api/session.ts';
import { useAll } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Confirm } from '../parts/forms/confirm.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { ListTable } from '../parts/lists/list-table.tsx';
import { Card } from '../parts/page/states.tsx';
import { When } from '../parts/values/when.tsx';
import type { Invitation } from './administrator.ts';
import { settingsMessages } from './messages.ts';
import { ShownRole } from './shown-role.tsx';

/** Invitations that can still be accepted; nothing if there are none. */
export function InvitationTable() {
  const say = useText(settingsMessages);
  const mayWrite = useMayWrite();
  const { data: invitations = [] } = useAll('/invitations');
  const [revoked, setRevoked] = useState<Invitation>();
  if (invitations.length === 0) return null;
  return (
    <Stack component="section" mt="xl" gap="sm" aria-label={say('invitations')}>
      <Title order={2} fz="md">
        {say('invitations')}
      </Title>
      <Card>
        <ListTable
          titles={[say('email'), say('role'), say('invitedBy'), say('expires')]}
          hasActions={mayWrite}
          minWidth={640}
        >
          {invitations.map((invitation) => (
            <Table.Tr key={invitation.invitation_id}>
              <Table.Td>
                <Text size="sm" fw={600}>
                  {invitation.email}
                </Text>
              </Table.Td>
              <Table.Td>
                <ShownRole {...invitation} />
              </Table.Td>
              <Table.Td>
                <Text size="sm">{invitation.invited_by}</Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm">
                  <When at={invitation.expires_at} />
                </Text>
              </Table.Td>
              {mayWrite && (
                <Table.Td>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={say('revokeOf', { email: invitation.email })}
                    onClick={() => setRevoked(invitation)}
                  >
                    {say('revoke')}
                  </Button>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </ListTable>
      </Card>
      {revoked && <RevokeWindow invitation={revoked} onClose={() => setRevoked(undefined)} />}
    </Stack>
  );
}

function RevokeWindow({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const say = useText(settingsMessages);
  const { invitation_id: invitationId, email } = invitation;
  const revoke = useWrite(
    (send, _: undefined) => send('DELETE', '/invitations/{invitationId}', { params: { invitationId } }),
    { changes: ['/invitations'], onDone: onClose },
  );
  return (
    <Confirm
      opened
      title={say('revokeTitle', { email })}
      action={say('revoke')}
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate(undefined)}
      onClose={onClose}
    >
      {say('revokeAbout')}
    </Confirm>
  );
}
