import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import { askNow, useConnection } from '../api/connection.ts';
import { useText } from '../i18n/language.tsx';
import { shellMessages } from './messages.ts';
import classes from './shell.module.css';

/** Shown on every page while the server does not answer. It disappears by itself. */
export function ConnectionBar() {
  const say = useText(shellMessages);
  const { isLost } = useConnection();
  const [isAsking, setIsAsking] = useState(false);
  const retry = async () => {
    setIsAsking(true);
    await askNow();
    setIsAsking(false);
  };
  return (
    <div role="status" className={classes.connection} data-lost={isLost || undefined}>
      {isLost && (
        <>
          <Loader size={14} color="currentColor" aria-hidden="true" />
          <span>{say('connectionLost')}</span>
          <Button size="compact-xs" variant="white" color="dark" loading={isAsking} onClick={() => void retry()}>
            {say('retryNow')}
          </Button>
        </>
      )}
    </div>
  );
}
