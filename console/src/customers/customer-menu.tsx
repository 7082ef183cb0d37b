import { ActionIcon, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { EraseCustomerWindow } from '../erasures/erase-customer-window.tsx';
import { useText } from '../i18n/language.tsx';
import { Confirm } from '../parts/forms/confirm.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { showDone } from '../parts/problems/show-problem.tsx';
import { words } from '../parts/words.messages.ts';
import { paths } from '../paths.ts';
import type { Customer } from './customer.ts';
import { customerMessages } from './messages.ts';

/** Deletes the customer, or erases the person. */
export function CustomerMenu({ customer: { customer_id, name } }: { customer: Customer }) {
  const say = useText(customerMessages);
  const word = useText(words);
  const navigate = useNavigate();
  const [doing, setDoing] = useState<'delete' | 'erase'>();
  const stop = () => setDoing(undefined);
  // The customer is gone, and so is what was typed into its form.
  const leave = useCallback(() => navigate({ to: paths.customers, ignoreBlocker: true }), [navigate]);
  const onErasureClosed = useCallback(
    (after: 'erased' | 'canceled') => {
      setDoing(undefined);
      if (after === 'erased') void leave();
    },
    [leave],
  );
  const remove = useWrite(
    (send, customerId: number) => send('DELETE', '/customers/{customerId}', { params: { customerId } }),
    {
      changes: ['/customers', '/calls'],
      onDone: () => {
        showDone(say('deleted'));
        return leave();
      },
    },
  );
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={word('actions')}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="trash" />} onClick={() => setDoing('delete')}>
            {say('delete')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<Icon name="user-x" />} onClick={() => setDoing('erase')}>
            {say('erase')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={doing === 'delete'}
        title={say('deleteTitle', { name })}
        action={say('delete')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(customer_id)}
        onClose={stop}
      >
        {say('deleteAbout')}
      </Confirm>
      {doing === 'erase' && <EraseCustomerWindow customerId={customer_id} name={name} onClose={onErasureClosed} />}
    </>
  );
}
