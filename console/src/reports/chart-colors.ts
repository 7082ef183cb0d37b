/** In a file of its own, because home shows one of the charts and must not load the others. */
export const colors = {
  connected: 'var(--mantine-color-teal-6)',
  noAnswer: 'light-dark(var(--mantine-color-gray-5), var(--mantine-color-gray-6))',
  missed: 'var(--mantine-color-red-5)',
  other: 'var(--mantine-color-orange-4)',
};
