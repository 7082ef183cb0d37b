import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallItem, CallSigns } from '../calls/call.ts';
import { useShownNumber } from '../calls/shown-number.ts';
import { StatusBadge } from '../calls/status-badge.tsx';
import { useCallSigns } from '../calls/use-call-signs.ts';
import type { FoundCustomer } from '../customers/customer.ts';
import { useLanguage, useText } from '../i18n/language.tsx';
import type { IconName } from '../parts/icons/icon.tsx';
import { formatMoment } from '../parts/values/when.tsx';
import { paths } from '../paths.ts';
import { matchPages, type SearchablePage } from './match-pages.ts';
import { searchMessages } from './messages.ts';
import { useFound } from './use-found.ts';

export type Result = {
  key: string;
  icon: IconName;
  name: ReactNode;
  detail?: string;
  aside?: ReactNode;
  open: () => void;
};
type ResultGroup = { kind: 'pages' | 'customers' | 'calls'; results: Result[] };

/**
 * What a text finds, in groups. Pages follow every key; customers and calls follow when the typing has paused, and appear
 * together, so that nothing moves between a look and Enter.
 */
export function useResults(pages: SearchablePage[], text: string, settled: string) {
  const say = useText(searchMessages);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const found = useFound(settled);
  const isSearching = text !== settled || found.isSearching;

  const ofPage = ({ to, icon, names }: SearchablePage): Result => ({
    key: to,
    icon,
    name: names[language],
    open: () => void navigate({ to }),
  });
  const ofCustomer = (customer: FoundCustomer): Result => {
    const { customer_id, name, name_kana, company_name, phone_numbers, external_id } = customer;
    return {
      key: `customer-${customer_id}`,
      icon: 'user',
      name,
      detail: [name_kana, company_name, ...phone_numbers, external_id].filter(Boolean).join(' · '),
      open: () => void navigate({ to: paths.customer, params: { customerId: String(customer_id) } }),
    };
  };
  const signs = useCallSigns(found.calls, false);
  const ofCall = (call: CallItem): Result => ({
    key: call.call_id,
    icon: call.call_type === 'inbound' ? 'phone-incoming' : 'phone-outgoing',
    name: <WhoOfCall call={call} signs={signs?.get(call.call_id)} />,
    detail: [call.started_at && formatMoment(call.started_at, language), call.external_id].filter(Boolean).join(' · '),
    aside: <StatusBadge call={call} />,
    open: () => void navigate({ to: paths.call, params: { callId: call.call_id } }),
  });
  const allCustomers: Result = {
    key: 'all-customers',
    icon: 'search',
    name: say('allCustomers', { total: new Intl.NumberFormat(language).format(found.totalCustomers) }),
    open: () => void navigate({ to: paths.customers, search: { q: settled } }),
  };
  const customers = found.customers.map(ofCustomer);
  if (found.totalCustomers > customers.length) customers.push(allCustomers);

  const groups: ResultGroup[] = [{ kind: 'pages', results: matchPages(pages, text).map(ofPage) }];
  if (!isSearching && text !== '')
    groups.push({ kind: 'customers', results: customers }, { kind: 'calls', results: found.calls.map(ofCall) });
  return {
    groups: groups.filter(({ results }) => results.length > 0),
    isSearching,
    hasFailed: !isSearching && found.hasFailed,
  };
}

/** The customer and the number. */
function WhoOfCall({ call, signs }: { call: CallItem; signs: CallSigns | undefined }) {
  const number = useShownNumber(call.phone_number);
  const name = signs?.customer?.name;
  return name === undefined ? number : `${name} · ${number}`;
}
