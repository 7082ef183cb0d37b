import { Drawer, Stack, TextInput } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { changesOf } from '../parts/forms/changes.ts';
import { FormButtons } from '../parts/forms/form-buttons.tsx';
import { askBefore } from '../parts/forms/unsaved.ts';
import { useFields } from '../parts/forms/use-fields.ts';
import { useSave } from '../parts/forms/use-save.ts';
import { words } from '../parts/words.messages.ts';
import { numberMessages } from './messages.ts';
import type { Trunk } from './number.ts';
import { AccountFields, MoreFields, ServerFields, type TrunkValues } from './trunk-fields.tsx';

/**
 * The destination of the password: after a change here it has to be entered again, so that a stored password is never sent to
 * another server.
 */
const destination = ['host', 'port', 'transport', 'username'];

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

function TrunkForm({ trunk, onClose }: Omit<Props, 'opened'>) {
  const word = useText(words);
  const save = useSave(
    (send, { name, ...values }: TrunkValues) =>
      trunk
        ? send('PUT', '/trunks/{name}', { params: { name: trunk.name }, body: changesOf(trunk, wantedOf(values)) })
        : send('POST', '/trunks', { body: { name: name.trim(), ...wantedOf(values) } }),
    { list: '/trunks', onClose },
  );
  const form = useFields({ initialValues: valuesOf(trunk), error: save.error });
  const changes = trunk && changesOf(trunk, wantedOf(form.values));
  const keepsPassword = trunk?.username != null && !destination.some((name) => changes && name in changes);
  return (
    <form {...form.sending(save.mutate)}>
      <Stack>
        {!trunk && <TextInput label={word('name')} required data-autofocus {...form.getInputProps('name')} />}
        <ServerFields form={form} />
        <AccountFields form={form} isKnown={Boolean(trunk?.username)} keepsPassword={keepsPassword} />
        <MoreFields form={form} />
        <FormButtons isBusy={save.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}

const valuesOf = (trunk: Trunk | undefined): TrunkValues => ({
  name: trunk?.name ?? '',
  host: trunk?.host ?? '',
  port: trunk ? String(trunk.port) : '',
  transport: trunk?.transport ?? 'udp',
  username: trunk?.username ?? '',
  password: '',
  codecs: trunk?.codecs ?? ['ulaw', 'alaw'],
  from_user: trunk?.from_user ?? '',
  from_domain: trunk?.from_domain ?? '',
});

/** The same as the API takes it. Only changes are sent to a known trunk: a user name without its password would be refused. */
function wantedOf({ host, port, transport, username, password, codecs, ...from }: Omit<TrunkValues, 'name'>) {
  return {
    host: host.trim(),
    ...(port && { port: Number(port) }),
    transport,
    username: username.trim() || null,
    ...(password && { password }),
    codecs,
    from_user: from.from_user.trim() || null,
    from_domain: from.from_domain.trim() || null,
  };
}
