import { type FormRulesRecord, useForm } from '@mantine/form';
import { useState } from 'react';
import { useFaults } from '../problems/use-faults.ts';
import { useUnsaved } from './unsaved.ts';
import { useFocusFault } from './use-focus-fault.ts';

type Wanted<Values> = {
  initialValues: Values;
  /** Of the request: what the server finds wrong stands at its field until the form is sent again. */
  error: Error | null;
  /** What is known to be wrong before anything is sent. */
  validate?: FormRulesRecord<Values>;
};

export type Fields<Values extends Record<string, unknown>> = ReturnType<typeof useFields<Values>>;

/**
 * Mantine's form. Leaving it asks first while its values are not those that it began with, and sending it leads to the first
 * field that is wrong. Fields have the names that the API gives them, so that its faults find them.
 */
export function useFields<Values extends Record<string, unknown>>({ initialValues, error, validate }: Wanted<Values>) {
  const faults = useFaults(error);
  const form = useForm<Values>({
    initialValues,
    ...(validate && { validate }),
    enhanceGetInputProps: ({ field, inputProps }) => ({ error: faults[String(field)] ?? inputProps.error }),
  });
  useUnsaved(form.isDirty());
  const [refusals, setRefusals] = useState(0);
  const ref = useFocusFault(error, refusals);
  const sending = (send: (values: Values) => void) => ({
    ref,
    onSubmit: form.onSubmit(send, () => setRefusals((before) => before + 1)),
  });
  return { ...form, faults, sending };
}
