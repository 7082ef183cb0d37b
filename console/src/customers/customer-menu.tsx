import { ActionIcon, Menu } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../i18n/language.tsx';
import { Confirm } from '../parts/forms/confirm.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { showDone } from '../parts/problems/show-problem.tsx';
import { words } from '../parts/words.messages.ts';
import type { Customer } from './customer.ts';
import { customerMessages } from './messages.ts';

type Props = { customer: Customer; onErase: () => void; onDeleted: () => Promise<void> };

/** Deletes the customer, or erases the person. */
export function CustomerMenu({ customer: { customer_id, name }, onErase, onDeleted }: Props) {
  const say = useText(customerMessages);
  const word = useText(words);
  const [isDeleting, setIsDeleting] = useState(false);
  const remove = useWrite(
    (send, customerId: number) => send('DELETE', '/customers/{customerId}', { params: { customerId } }),
    {
      changes: ['/customers', '/calls'],
      onDone: () => {
        showDone(say('deleted'));
        return onDeleted();
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
          <Menu.Item leftSection={<Icon name="trash" />} onClick={() => setIsDeleting(true)}>
            {say('delete')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<Icon name="user-x" />} onClick={onErase}>
            {say('erase')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={isDeleting}
        title={say('deleteTitle', { name })}
        action={say('delete')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(customer_id)}
        onClose={() => setIsDeleting(false)}
      >
        {say('deleteAbout')}
      </Confirm>
    </>
  );
}
