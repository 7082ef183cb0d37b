import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is that of a phone: below the `sm` of the theme, at which the navigation goes behind a button. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
