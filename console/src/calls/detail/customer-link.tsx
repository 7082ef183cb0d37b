import { isProblem } from '../../api/problem.ts';
import { useOne } from '../../api/use-read.ts';
import { useText } from '../../i18n/language.tsx';
import { TextLink } from '../../parts/page/links.tsx';
import { paths } from '../../paths.ts';
import { detailMessages } from './messages.ts';

/** The customer of a call, once it is read. */
export function useCustomer(id: number | null) {
  const params = { customerId: id ?? 0 };
  const { data, error } = useOne('/customers/{customerId}', { params }, { enabled: id !== null });
  return isProblem(error, 'not_found') ? undefined : data?.data;
}

/** The name of a customer, once it is known, as a link to the customer's page. */
export function CustomerLink({ id }: { id: number }) {
  const say = useText(detailMessages);
  const { data, error } = useOne('/customers/{customerId}', { params: { customerId: id } });
  // To a supervisor, a customer of another project is unknown.
  if (isProblem(error, 'not_found')) return say('unknownCustomer');
  return (
    <TextLink to={paths.customer} params={{ customerId: String(id) }} size="sm">
      {data?.data.name ?? say('openCustomer')}
    </TextLink>
  );
}
