import { Drawer } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../i18n/language.tsx';
import { askBefore } from '../parts/forms/unsaved.ts';
import { useWrite } from '../parts/forms/use-write.ts';
import { showDone } from '../parts/problems/show-problem.tsx';
import { paths } from '../paths.ts';
import type { NewCustomer } from './customer.ts';
import { CustomerForm } from './customer-form.tsx';
import { customerMessages } from './messages.ts';

export function NewCustomerDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const say = useText(customerMessages);
  return (
    <Drawer opened={opened} onClose={askBefore(onClose)} title={say('create')} position="right" size="lg">
      {opened && <NewCustomerForm onCancel={onClose} />}
    </Drawer>
  );
}

function NewCustomerForm({ onCancel }: { onCancel: () => void }) {
  const say = useText(customerMessages);
  const navigate = useNavigate();
  const create = useWrite((send, body: NewCustomer) => send('POST', '/customers', { body }), {
    changes: ['/customers'],
    onDone: ({ data }) => {
      showDone(say('created'));
      const params = { customerId: String(data.customer_id) };
      void navigate({ to: paths.customer, params, ignoreBlocker: true }); // Saved already.
    },
    shown: 'form',
  });
  return (
    <CustomerForm
      error={create.error}
      isBusy={create.isPending}
      // The server refuses a missing name, as any other fault.
      onSave={(input) => create.mutate(input as NewCustomer)}
      onCancel={onCancel}
    />
  );
}
