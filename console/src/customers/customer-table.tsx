import { Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../i18n/language.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { TextLink } from '../parts/page/links.tsx';
import { useNames } from '../parts/values/use-names.ts';
import { words } from '../parts/words.messages.ts';
import { paths } from '../paths.ts';
import type { CustomerItem } from './customer.ts';
import { customerMessages } from './messages.ts';

export function CustomerTable({ customers }: { customers: CustomerItem[] }) {
  const say = useText(customerMessages);
  const word = useText(words);
  const navigate = useNavigate();
  const { projectName } = useNames();
  return (
    <ListTable titles={[say('customer'), say('externalId'), word('project')]} minWidth={480}>
      {customers.map(({ customer_id, name, external_id, project_id }) => {
        const params = { customerId: String(customer_id) };
        return (
          <Table.Tr
            key={customer_id}
            style={{ cursor: 'pointer' }}
            onClick={() => navigate({ to: paths.customer, params })}
          >
            <Table.Td>
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
            </Table.Td>
            <Table.Td>
              <Text size="sm" ff="monospace">
                {external_id}
              </Text>
            </Table.Td>
            <Table.Td>
              <Text size="sm">{projectName(project_id)}</Text>
            </Table.Td>
          </Table.Tr>
        );
      })}
    </ListTable>
  );
}
