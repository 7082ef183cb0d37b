import { Box, Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../i18n/language.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { TextLink } from '../parts/page/links.tsx';
import { useNames } from '../parts/values/use-names.ts';
import { When } from '../parts/values/when.tsx';
import { words } from '../parts/words.messages.ts';
import { paths } from '../paths.ts';
import type { FoundCustomer } from './customer.ts';
import { customerMessages } from './messages.ts';

export function CustomerTable({ customers }: { customers: FoundCustomer[] }) {
  const say = useText(customerMessages);
  const word = useText(words);
  const { projectName } = useNames();
  const titles = [
    say('customer'),
    say('company_name'),
    say('phone'),
    say('externalId'),
    word('project'),
    say('lastCall'),
  ];
  return (
    <ListTable titles={titles} minWidth={860}>
      {customers.map((customer) => (
        <CustomerRow key={customer.customer_id} customer={customer} project={projectName(customer.project_id)} />
      ))}
    </ListTable>
  );
}

function CustomerRow({ customer, project }: { customer: FoundCustomer; project: string }) {
  const navigate = useNavigate();
  const { name, name_kana, company_name, phone_numbers, external_id, last_call_at } = customer;
  const params = { customerId: String(customer.customer_id) };
  return (
    // The whole row is easy to hit with a mouse; keyboards and screen readers use the link in it.
    <Table.Tr style={{ cursor: 'pointer' }} onClick={() => navigate({ to: paths.customer, params })}>
      <Table.Td>
        <Box miw={140} maw={320} style={{ overflowWrap: 'break-word' }}>
          <TextLink
            to={paths.customer}
            params={params}
            size="sm"
            fw={600}
            c="var(--mantine-color-text)"
            onClick={(event) => event.stopPropagation()}
          >
            {name}
          </TextLink>
          {name_kana && (
            <Text size="xs" c="dimmed">
              {name_kana}
            </Text>
          )}
        </Box>
      </Table.Td>
      <Table.Td>
        {company_name && (
          <Text size="sm" maw={260} style={{ overflowWrap: 'anywhere' }}>
            {company_name}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {phone_numbers.length > 0 && (
          <Text size="sm" ff="monospace" style={{ whiteSpace: 'pre-line' }}>
            {phone_numbers.join('\n')}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {external_id && (
          <Text size="sm" ff="monospace" maw={200} style={{ overflowWrap: 'anywhere' }}>
            {external_id}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{project}</Table.Td>
      <Table.Td>{last_call_at && <When at={last_call_at} />}</Table.Td>
    </Table.Tr>
  );
}
