import { Center, Loader } from '@mantine/core';

/** Shown until the session is known. */
export function LoadingPage() {
  return (
    <Center h="100dvh">
      <Loader type="dots" role="img" aria-label="Trunkline" />
    </Center>
  );
}
