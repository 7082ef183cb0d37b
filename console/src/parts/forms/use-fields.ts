import { type FormRulesRecord, useForm } from '@mantine/form';
import { useState } from 'react';
import { useFaults } from '../problems/use-faults.ts';
import { useUnsaved } from './unsaved.ts';
import { useFocusFault } from './use-focus-fault.ts';

type Wanted<Values> = {
  initialValues: Values;
  /** The error of the request: the server's faults stay at their fields until the form is sent again. */
  error: Error | null;
  /** Checks that run before a request is sent. */
  validate?: FormRulesRecord<Values>;
};

export type Fields<Values extends Record<string, unknown>> = ReturnType<typeof useFields<Values>>;

/**
 * Mantine's form. It asks before being left with changed values, and a submit moves the focus to the first invalid field.
 * Fields have their names in the API, so that the server's faults find them.
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
