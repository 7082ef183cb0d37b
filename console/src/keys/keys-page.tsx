import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { useMayWrite, useSession } from '../api/session.ts';
import { useAll } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Card, Empty, Loaded } from '../parts/page/states.tsx';
import { IssuedKeyWindow } from './issued-key-window.tsx';
import type { IssuedKey, Key } from './key.ts';
import { hasEnded } from './key-state.ts';
import { KeyTable } from './key-table.tsx';
import { keyMessages } from './messages.ts';
import { NewKeyDrawer } from './new-key-drawer.tsx';
import { RevokeKeyWindow } from './revoke-key-window.tsx';
import { RotateKeyWindow } from './rotate-key-window.tsx';

/** The text about live keys, by how this server handles live calls. */
const abouts = { real: 'aboutReal', simulated: 'aboutSimulated', unavailable: 'aboutUnavailable' } as const;

type Doing = { what: 'create' } | { what: 'rotate' | 'revoke'; key: Key } | undefined;

export function KeysPage() {
  const say = useText(keyMessages);
  const mayWrite = useMayWrite();
  const { live_calls: liveCalls } = useSession();
  const keys = useAll('/keys');
  const [doing, setDoing] = useState<Doing>();
  const [issued, setIssued] = useState<IssuedKey>();
  const [showsEnded, setShowsEnded] = useState(false);

  const stop = () => setDoing(undefined);
  const onIssued = (key: IssuedKey) => {
    stop();
    setIssued(key);
  };
  const createButton = mayWrite && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setDoing({ what: 'create' })}>
      {say('create')}
    </Button>
  );

  return (
    <>
      <PageHeader title={say('title')} about={say(abouts[liveCalls])} actions={createButton} />
      <Loaded query={keys}>
        {(data) => {
          if (data.length === 0)
            return (
              <Card>
                <Empty icon="key" title={say('empty')} action={createButton}>
                  {say('emptyAbout')}
                </Empty>
              </Card>
            );
          const shown = showsEnded ? data : data.filter((key) => !hasEnded(key));
          return (
            <>
              {data.some(hasEnded) && (
                <Switch
                  mb="sm"
                  label={say('showEnded')}
                  checked={showsEnded}
                  onChange={(event) => setShowsEnded(event.currentTarget.checked)}
                />
              )}
              <Card>
                {shown.length === 0 ? (
                  <Empty icon="key" title={say('noneActive')}>
                    {say('noneActiveAbout')}
                  </Empty>
                ) : (
                  <KeyTable keys={shown} onAct={mayWrite ? (what, key) => setDoing({ what, key }) : undefined} />
                )}
              </Card>
            </>
          );
        }}
      </Loaded>
      <NewKeyDrawer opened={doing?.what === 'create'} onClose={stop} onIssued={onIssued} />
      {doing?.what === 'rotate' && <RotateKeyWindow old={doing.key} onClose={stop} onIssued={onIssued} />}
      {doing?.what === 'revoke' && <RevokeKeyWindow revoked={doing.key} onClose={stop} />}
      <IssuedKeyWindow issued={issued} onClose={() => setIssued(undefined)} />
    </>
  );
}
