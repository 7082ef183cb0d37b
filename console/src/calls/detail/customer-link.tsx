import { useOne } from '../../api/use-read.ts';
import { useText } from '../../i18n/language.tsx';
import { TextLink } from '../../parts/page/links.tsx';
import { paths } from '../../paths.ts';
import { detailMessages } from './messages.ts';

/** The name of a customer, once it is known, as a link to the customer's page. */
export function CustomerLink({ id }: { id: number }) {
  const say = useText(detailMessages);
  const { data } = useOne('/customers/{customerId}', { params: { customerId: id } });
  return (
    <TextLink to={paths.customer} params={{ customerId: String(id) }} size="sm">
      {data?.data.name ?? say('openCustomer')}
    </TextLink>
  );
}
