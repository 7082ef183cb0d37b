import { useEffect } from 'react';
import { EraseWindow } from './erase-window.tsx';
import { usePreview } from './use-preview.ts';

type Props = {
  customerId: number;
  name: string;
  onBegun: () => void;
  onClose: (after: 'erased' | 'canceled') => void;
};

/** Counts what belongs to a customer, and then asks. */
export function EraseCustomerWindow({ customerId, name, onBegun, onClose }: Props) {
  const { mutate, data, error } = usePreview();
  useEffect(() => mutate({ customer_id: customerId }), [mutate, customerId]);
  useEffect(() => {
    if (error) onClose('canceled');
  }, [error, onClose]);
  const person = { customer_id: customerId };
  return <EraseWindow {...{ person, name, onBegun, onClose }} preview={data?.preview} />;
}
