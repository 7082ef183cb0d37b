import { Button, Grid, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMode } from '../api/mode.ts';
import { isProblem } from '../api/problem.ts';
import { forgetUnshown, readingOf } from '../api/readings.ts';
import { useMayWrite } from '../api/session.ts';
import type { One } from '../api/types.ts';
import { useOne } from '../api/use-read.ts';
import { NewCallWindow } from '../calls/new-call.ts';
import { EraseCustomerWindow } from '../erasures/erase-customer-window.tsx';
import { useText } from '../i18n/language.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { TextLink } from '../parts/page/links.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Section } from '../parts/page/section.tsx';
import { Loaded } from '../parts/page/states.tsx';
import { showDone, useShowProblem } from '../parts/problems/show-problem.tsx';
import { CodeBlock } from '../parts/values/code-block.tsx';
import { Facts } from '../parts/values/facts.tsx';
import { useNames } from '../parts/values/use-names.ts';
import { When } from '../parts/values/when.tsx';
import { words } from '../parts/words.messages.ts';
import { paths } from '../paths.ts';
import type { Customer, CustomerChange } from './customer.ts';
import { CustomerForm, type SavedChange } from './customer-form.tsx';
import { CustomerHistory } from './customer-history.tsx';
import { CustomerMenu } from './customer-menu.tsx';
import { customerMessages } from './messages.ts';

const route = getRouteApi('/signed-in/{-$mode}/customers/$customerId');

export function CustomerPage() {
  const { customerId } = route.useParams();
  return <CustomerUntilRemoved key={customerId} customerId={customerId} />;
}

/** Nothing of a removed customer stays on the page, not even in its title behind the window that shows the erasure. */
function CustomerUntilRemoved({ customerId }: { customerId: string }) {
  const say = useText(customerMessages);
  const navigate = useNavigate();
  const [isRemoved, setIsRemoved] = useState(false);
  const [erased, setErased] = useState<Customer>();
  const leave = useCallback(() => navigate({ to: paths.customers, ignoreBlocker: true }), [navigate]);
  // At once, because an answer that the page still shows is not forgotten.
  const hide = () => flushSync(() => setIsRemoved(true));
  const onDeleted = () => {
    hide();
    forgetUnshown();
    return leave();
  };
  const onErasureClosed = useCallback(
    (after: 'erased' | 'canceled') => {
      setErased(undefined);
      if (after === 'erased') void leave();
    },
    [leave],
  );
  return (
    <>
      {isRemoved ? (
        <PageHeader title={say('title')} />
      ) : (
        <StoredCustomer {...{ customerId, onDeleted }} onErase={setErased} />
      )}
      {erased && (
        <EraseCustomerWindow
          customerId={erased.customer_id}
          name={erased.name}
          onBegun={hide}
          onClose={onErasureClosed}
        />
      )}
    </>
  );
}

type Removing = { onErase: (customer: Customer) => void; onDeleted: () => Promise<void> };

function StoredCustomer({ customerId, ...removing }: Removing & { customerId: string }) {
  const mode = useMode();
  const client = useQueryClient();
  const asked = ['/customers/{customerId}', { params: { customerId } }] as const;
  const customer = useOne(...asked);
  // Shows the saved customer, and dials its numbers, at once; reading it again may take a while.
  const keep = (saved: One<Customer>) => client.setQueryData(readingOf(mode, ...asked).queryKey, saved);
  const showProblem = useShowProblem();
  const readNow = async () => {
    try {
      return (await client.fetchQuery({ ...readingOf(mode, ...asked), staleTime: 0, retry: false })).data;
    } catch (error) {
      if (!isProblem(error, 'not_signed_in')) showProblem(error);
      return undefined;
    }
  };
  return (
    <Loaded query={customer}>
      {({ data }) => <CustomerView customer={data} onRead={readNow} onSaved={keep} {...removing} />}
    </Loaded>
  );
}

type ViewProps = Removing & {
  customer: Customer;
  onRead: () => Promise<Customer | undefined>;
  onSaved: (saved: One<Customer>) => void;
};

function CustomerView({ customer, onRead, onSaved, onErase, onDeleted }: ViewProps) {
  const say = useText(customerMessages);
  const word = useText(words);
  const mayWrite = useMayWrite();
  const { projectName } = useNames();
  const [isCalling, setIsCalling] = useState(false);
  const [saved, setSaved] = useState<SavedChange>();
  const [isReading, setIsReading] = useState(false);
  const check = async () => {
    setIsReading(true);
    const stored = await onRead();
    setIsReading(false);
    return stored;
  };
  const noteSaved = ({ data }: One<Customer>, sent: CustomerChange) => setSaved({ sent, stored: data });
  // The customer in memory changes a moment later.
  const isShown = saved !== undefined && customer.updated_at >= saved.stored.updated_at;
  const params = { customerId: customer.customer_id };
  const change = useWrite((send, body: CustomerChange) => send('PUT', '/customers/{customerId}', { params, body }), {
    changes: ['/customers'],
    onDone: (answer, sent) => {
      onSaved(answer);
      noteSaved(answer, sent);
      showDone(say('saved'));
    },
    // Again: text may have been typed and typed back while the customer was read again.
    onFresh: noteSaved,
    shown: 'form',
    goesOn: true,
  });
  return (
    <>
      <PageHeader
        above={
          <TextLink to={paths.customers} size="sm">
            ← {say('allCustomers')}
          </TextLink>
        }
        title={customer.name}
        about={customer.company_name}
        actions={
          mayWrite && (
            <>
              {customer.tel1 && (
                <Button leftSection={<Icon name="phone-plus" />} onClick={() => setIsCalling(true)}>
                  {say('call')}
                </Button>
              )}
              <CustomerMenu customer={customer} onErase={() => onErase(customer)} onDeleted={onDeleted} />
            </>
          )
        }
      />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Section title={say('details')}>
            <CustomerForm
              customer={customer}
              saved={isShown ? saved : undefined}
              error={change.error}
              isBusy={isReading || change.isPending}
              isReadOnly={!mayWrite}
              onCheck={check}
              onSave={change.mutate}
            />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <Section title={word('project')}>
              <Facts
                facts={[
                  [word('project'), projectName(customer.project_id)],
                  [word('created'), <When key="created" at={customer.created_at} exact />],
                  [say('changedAt'), <When key="changed" at={customer.updated_at} exact />],
                ]}
              />
            </Section>
            {customer.custom_fields && Object.keys(customer.custom_fields).length > 0 && (
              <Section title={say('custom')}>
                <CodeBlock code={JSON.stringify(customer.custom_fields, null, 2)} maxHeight={260} />
              </Section>
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={12}>
          <CustomerHistory customerId={customer.customer_id} />
        </Grid.Col>
      </Grid>
      {isCalling && customer.tel1 && (
        <NewCallWindow
          onClose={() => setIsCalling(false)}
          phoneNumber={customer.tel1}
          projectId={customer.project_id}
        />
      )}
    </>
  );
}
