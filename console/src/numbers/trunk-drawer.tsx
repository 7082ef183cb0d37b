import { Button, Drawer, Group, MultiSelect, NativeSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useText } from '../i18n/language.tsx';
import { askBefore, useUnsavedValues } from '../parts/forms/unsaved.ts';
import { useFocusFault } from '../parts/forms/use-focus-fault.ts';
import { useWrite } from '../parts/forms/use-write.ts';
import { showDone } from '../parts/problems/show-problem.tsx';
import { useFaults } from '../parts/problems/use-faults.ts';
import { words } from '../parts/words.messages.ts';
import { numberMessages } from './messages.ts';
import type { Trunk } from './number.ts';

const transports = ['udp', 'tcp', 'tls'];
/** Where the password goes: to another place it is not sent before somebody who knows it has entered it. */
const destination = ['host', 'port', 'transport', 'username'];
const codecs = ['ulaw', 'alaw', 'g722', 'opus'];

type Props = { opened: boolean; trunk: Trunk | undefined; onClose: () => void };

export function TrunkDrawer({ opened, trunk, onClose }: Props) {
  const say = useText(numberMessages);
  return (
    <Drawer
      opened={opened}
      onClose={askBefore(onClose)}
      title={trunk ? say('editTrunk', { name: trunk.name }) : say('addTrunk')}
      position="right"
    >
      {opened && <TrunkForm trunk={trunk} onClose={onClose} />}
    </Drawer>
  );
}

type Input = Partial<Omit<Trunk, 'state' | 'created_at'>> & { password?: string };

function TrunkForm({ trunk, onClose }: Omit<Props, 'opened'>) {
  const say = useText(numberMessages);
  const word = useText(words);
  const [name, setName] = useState(trunk?.name ?? '');
  const [host, setHost] = useState(trunk?.host ?? '');
  const [port, setPort] = useState(trunk ? String(trunk.port) : '');
  const [transport, setTransport] = useState<string>(trunk?.transport ?? 'udp');
  const [username, setUsername] = useState(trunk?.username ?? '');
  const [password, setPassword] = useState('');
  const [chosenCodecs, setChosenCodecs] = useState(trunk?.codecs ?? ['ulaw', 'alaw']);
  const [fromUser, setFromUser] = useState(trunk?.from_user ?? '');
  const [fromDomain, setFromDomain] = useState(trunk?.from_domain ?? '');
  useUnsavedValues(name, host, port, transport, username, password, chosenCodecs, fromUser, fromDomain);
  const save = useWrite(
    (send, input: Input) =>
      trunk
        ? send('PUT', '/trunks/{name}', { params: { name: trunk.name }, body: input })
        : send('POST', '/trunks', { body: { name: name.trim(), host: host.trim(), ...input } }),
    {
      changes: ['/trunks'],
      onDone: () => {
        showDone(word('saved'));
        onClose();
      },
      shown: 'form',
    },
  );
  const faults = useFaults(save.error);
  const form = useFocusFault(save.error);
  const wanted: Input = {
    host: host.trim(),
    ...(port && { port: Number(port) }),
    transport: transport as Trunk['transport'],
    username: username.trim() || null,
    ...(password && { password }),
    codecs: chosenCodecs as Trunk['codecs'],
    from_user: fromUser.trim() || null,
    from_domain: fromDomain.trim() || null,
  };
  const changes = trunk ? changesOf(trunk, wanted) : wanted;
  const keepsPassword = trunk?.username != null && !destination.some((name) => name in changes);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(changes);
  };
  return (
    <form ref={form} onSubmit={onSubmit}>
      <Stack>
        {!trunk && (
          <TextInput
            label={word('name')}
            required
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={faults.name}
          />
        )}
        <TextInput
          label={say('host')}
          description={say('hostAbout')}
          required
          value={host}
          onChange={(event) => setHost(event.currentTarget.value)}
          error={faults.host}
        />
        <Group grow align="flex-start">
          <NativeSelect
            label={say('transport')}
            value={transport}
            onChange={(event) => setTransport(event.currentTarget.value)}
            data={transports}
            error={faults.transport}
          />
          <TextInput
            label={say('port')}
            inputMode="numeric"
            placeholder={transport === 'tls' ? '5061' : '5060'}
            value={port}
            onChange={(event) => setPort(event.currentTarget.value.replace(/\D/g, ''))}
            error={faults.port}
          />
        </Group>
        <TextInput
          label={say('username')}
          description={say('usernameAbout')}
          autoComplete="off"
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          error={faults.username}
        />
        {username !== '' && (
          <PasswordInput
            label={say('password')}
            description={trunk?.username && say(keepsPassword ? 'keepPassword' : 'passwordAnew')}
            autoComplete="new-password"
            required={!keepsPassword}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={faults.password}
          />
        )}
        <Text fw={650} component="h3" mt="xs">
          {say('advanced')}
        </Text>
        <MultiSelect
          label={say('codecs')}
          value={chosenCodecs}
          onChange={setChosenCodecs}
          data={codecs}
          error={faults.codecs}
        />
        <Group grow align="flex-start">
          <TextInput
            label={say('fromUser')}
            description={say('fromAbout')}
            value={fromUser}
            onChange={(event) => setFromUser(event.currentTarget.value)}
            error={faults.from_user}
          />
          <TextInput
            label={say('fromDomain')}
            description={say('fromAbout')}
            value={fromDomain}
            onChange={(event) => setFromDomain(event.currentTarget.value)}
            error={faults.from_domain}
          />
        </Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {word('cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {word('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Only what is different is sent: a user name without its password would be refused. */
function changesOf(before: Trunk, wanted: Input): Input {
  const given = Object.entries(wanted);
  const known: Record<string, unknown> = before;
  return Object.fromEntries(given.filter(([name, value]) => JSON.stringify(known[name]) !== JSON.stringify(value)));
}
