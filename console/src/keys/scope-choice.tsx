import { Box, Button, Checkbox, Code, Group, Text } from '@mantine/core';
import { useSession } from '../api/session.ts';
import { useText } from '../i18n/language.tsx';
import classes from './choices.module.css';
import { type Scope, scopes } from './key.ts';
import { keyMessages } from './messages.ts';

type Props = { chosen: Scope[]; onChange: (scopes: Scope[]) => void; error: string | undefined };

const reading = scopes.filter((scope) => scope.endsWith(':read'));

export function ScopeChoice({ chosen, onChange, error }: Props) {
  const say = useText(keyMessages);
  const { live_calls: liveCalls } = useSession();
  const presets = [
    { label: say('allScopes'), scopes: [...scopes] },
    { label: say('readScopes'), scopes: reading },
    { label: say('noScopes'), scopes: [] },
  ];
  return (
    <Checkbox.Group
      label={say('scopesLabel')}
      value={chosen}
      onChange={(next) => onChange(next as Scope[])}
      error={error ?? (chosen.length === 0 && say('chooseScope'))}
    >
      <Group gap={4} my={6}>
        {presets.map(({ label, scopes }) => (
          <Button key={label} size="compact-xs" variant="light" onClick={() => onChange(scopes)}>
            {label}
          </Button>
        ))}
      </Group>
      <Box className={classes.scopes}>
        {scopes.map((scope) => (
          <Box key={scope} className={classes.scope}>
            <Checkbox
              value={scope}
              label={<Code fz={12}>{scope}</Code>}
              description={
                <Text size="xs" c="dimmed" component="span">
                  {say(scope === 'calls:initiate' && liveCalls === 'real' ? 'initiateReal' : scope)}
                </Text>
              }
            />
          </Box>
        ))}
      </Box>
    </Checkbox.Group>
  );
}
