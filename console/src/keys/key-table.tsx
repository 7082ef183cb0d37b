import { Badge, Code, Group, Menu, Stack, Table, Text, Tooltip } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { RowMenu } from '../parts/lists/row-menu.tsx';
import { TextLink } from '../parts/page/links.tsx';
import { When } from '../parts/values/when.tsx';
import { words } from '../parts/words.messages.ts';
import { paths } from '../paths.ts';
import { type Key, scopes } from './key.ts';
import { keyState } from './key-state.ts';
import { keyMessages } from './messages.ts';

type Act = (what: 'rotate' | 'revoke', key: Key) => void;
type Props = { keys: Key[]; onAct: Act | undefined };

export function KeyTable({ keys, onAct }: Props) {
  const say = useText(keyMessages);
  const titles = [say('key'), say('kind'), say('scopes'), say('lastUsed'), say('expires')];
  return (
    <ListTable titles={titles} hasActions={onAct !== undefined} minWidth={680}>
      {keys.map((key) => (
        <KeyRow key={key.key_id} apiKey={key} onAct={onAct} />
      ))}
    </ListTable>
  );
}

function KeyRow({ apiKey, onAct }: { apiKey: Key; onAct: Act | undefined }) {
  const say = useText(keyMessages);
  const word = useText(words);
  const state = keyState(apiKey);
  const addresses = apiKey.allowlist;
  return (
    <Table.Tr {...(state !== 'active' && { c: 'dimmed' })}>
      <Table.Td>
        <Stack gap={2}>
          <Text fw={600} size="sm">
            {apiKey.name}
          </Text>
          <Group gap={6} wrap="nowrap">
            <Code fz={11}>{apiKey.hint}</Code>
            {addresses.length > 0 && (
              <Tooltip label={say('fromAddresses', { addresses: addresses.join(', ') })}>
                <Text size="xs" c="dimmed" truncate maw={220}>
                  {say('fromAddresses', { addresses: addresses.join(', ') })}
                </Text>
              </Tooltip>
            )}
          </Group>
        </Stack>
      </Table.Td>
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          <Badge color={apiKey.kind === 'live' ? 'trunk' : 'orange'}>{say(apiKey.kind)}</Badge>
          {apiKey.allows_assistants && <Badge color="gray">{say('assistants')}</Badge>}
          {state !== 'active' && <Badge color="gray">{say(state)}</Badge>}
        </Group>
      </Table.Td>
      <Table.Td>
        <ScopeSummary held={apiKey.scopes} />
      </Table.Td>
      <Table.Td>
        <Text size="sm">{apiKey.last_used_at ? <When at={apiKey.last_used_at} /> : say('neverUsed')}</Text>
        {onAct && apiKey.last_used_at && (
          <TextLink
            to={paths.requests}
            params={{ mode: apiKey.kind }}
            search={{ key: String(apiKey.key_id) }}
            size="xs"
            aria-label={say('requestsOf', { name: apiKey.name })}
          >
            {say('requests')}
          </TextLink>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{apiKey.expires_at ? <When at={apiKey.expires_at} /> : word('never')}</Text>
      </Table.Td>
      {onAct && (
        <Table.Td>
          {state === 'active' && (
            <RowMenu label={say('actionsOf', { name: apiKey.name })}>
              <Menu.Item leftSection={<Icon name="refresh" />} onClick={() => onAct('rotate', apiKey)}>
                {say('rotate')}
              </Menu.Item>
              <Menu.Item color="red" leftSection={<Icon name="ban" />} onClick={() => onAct('revoke', apiKey)}>
                {say('revoke')}
              </Menu.Item>
            </RowMenu>
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

function ScopeSummary({ held }: { held: Key['scopes'] }) {
  const say = useText(keyMessages);
  if (held.length === scopes.length)
    return (
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {say('everything')}
      </Text>
    );
  if (held.length <= 2)
    return (
      <Group gap={4}>
        {held.map((scope) => (
          <Code key={scope} fz={11}>
            {scope}
          </Code>
        ))}
      </Group>
    );
  return (
    <Tooltip label={held.join(', ')} multiline maw={280}>
      <Text size="sm" component="span" td="underline dotted">
        {say('severalScopes', { count: held.length })}
      </Text>
    </Tooltip>
  );
}
