import { useEffect } from 'react';
import { EraseWindow } from './erase-window.tsx';
import { usePreview } from './use-preview.ts';

type Props = { customerId: number; name: string; onClose: (after: 'erased' | 'canceled') => void };

/** Counts what belongs to a customer, and then asks. */
export function EraseCustomerWindow({ customerId, name, onClose }: Props) {
  const { mutate, data, error } = usePreview();
  useEffect(() => mutate({ customer_id: customerId }), [mutate, customerId]);
  useEffect(() => {
    if (error) onClose('canceled');
  }, [error, onClose]);
  return <EraseWindow person={{ customer_id: customerId }} name={name} preview={data?.preview} onClose={onClose} />;
}
