import { Group, MultiSelect, NativeSelect, PasswordInput, Text, TextInput } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import type { Fields } from '../parts/forms/use-fields.ts';
import { numberMessages } from './messages.ts';
import type { Trunk } from './number.ts';

const transports = ['udp', 'tcp', 'tls'] satisfies Trunk['transport'][];
const codecs = ['ulaw', 'alaw', 'g722', 'opus'] satisfies Trunk['codecs'];

/** The typed values, under the names of the API. */
export type TrunkValues = {
  name: string;
  host: string;
  port: string;
  transport: Trunk['transport'];
  username: string;
  password: string;
  codecs: Trunk['codecs'];
  from_user: string;
  from_domain: string;
};

type Props = { form: Fields<TrunkValues> };

export function ServerFields({ form }: Props) {
  const say = useText(numberMessages);
  return (
    <>
      <TextInput label={say('host')} description={say('hostAbout')} required {...form.getInputProps('host')} />
      <Group grow align="flex-start">
        <NativeSelect label={say('transport')} data={transports} {...form.getInputProps('transport')} />
        <TextInput
          label={say('port')}
          inputMode="numeric"
          placeholder={form.values.transport === 'tls' ? '5061' : '5060'}
          {...form.getInputProps('port')}
          onChange={(event) => form.setFieldValue('port', event.currentTarget.value.replace(/\D/g, ''))}
        />
      </Group>
    </>
  );
}

type AccountProps = Props & {
  /** Whether the trunk already has a password, and whether that password is still valid for the values in the form. */
  isKnown: boolean;
  keepsPassword: boolean;
};

export function AccountFields({ form, isKnown, keepsPassword }: AccountProps) {
  const say = useText(numberMessages);
  return (
    <>
      <TextInput
        label={say('username')}
        description={say('usernameAbout')}
        autoComplete="off"
        {...form.getInputProps('username')}
      />
      {form.values.username !== '' && (
        <PasswordInput
          label={say('password')}
          description={isKnown && say(keepsPassword ? 'keepPassword' : 'passwordAnew')}
          autoComplete="new-password"
          required={!keepsPassword}
          {...form.getInputProps('password')}
        />
      )}
    </>
  );
}

export function MoreFields({ form }: Props) {
  const say = useText(numberMessages);
  return (
    <>
      <Text fw={650} component="h3" mt="xs">
        {say('advanced')}
      </Text>
      <MultiSelect label={say('codecs')} data={codecs} {...form.getInputProps('codecs')} />
      <Group grow align="flex-start">
        <TextInput label={say('fromUser')} description={say('fromAbout')} {...form.getInputProps('from_user')} />
        <TextInput label={say('fromDomain')} description={say('fromAbout')} {...form.getInputProps('from_domain')} />
      </Group>
    </>
  );
}
