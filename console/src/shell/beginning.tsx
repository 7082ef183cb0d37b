import { Center, Loader } from '@mantine/core';

/** Before it is known what to show. */
export function Beginning() {
  return (
    <Center h="100dvh">
      <Loader type="dots" aria-label="Trunkline" />
    </Center>
  );
}
