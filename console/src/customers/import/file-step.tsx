import { Alert, Button, FileButton, Stack, Text } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { useText } from '../../i18n/language.tsx';
import { CsvFault, decodeCsv, NoTextFault, parseCsv } from '../../parts/files/csv.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import classes from './file-step.module.css';
import { importMessages } from './messages.ts';
import type { ReadFile } from './read-file.ts';

export function FileStep({ onRead }: { onRead: (file: ReadFile) => void }) {
  const say = useText(importMessages);
  const [isOver, setIsOver] = useState(false);
  const [fault, setFault] = useState<string>();
  const reset = useRef<() => void>(null);

  const read = async (file: File | null | undefined) => {
    if (!file) return;
    const bytes = await file.arrayBuffer();
    try {
      const [header, ...rows] = parseCsv(decodeCsv(bytes));
      if (header && rows.length > 0) onRead({ name: file.name, header, rows });
      else setFault(say('unreadable'));
    } catch (error) {
      if (error instanceof CsvFault) setFault(say('wrongQuotes', { line: error.line }));
      else if (error instanceof NoTextFault) setFault(say('noText'));
      else throw error;
    }
  };
  const choose = (file: File | null) => {
    void read(file);
    // Otherwise the browser reports no change when the same file is chosen again after it was corrected.
    reset.current?.();
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void read(event.dataTransfer.files[0]);
  };

  return (
    <Stack>
      {fault && (
        <Alert color="red" role="alert">
          {fault}
        </Alert>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: To drop a file is for the mouse; the button is for everybody. */}
      <div
        className={classes.place}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      >
        <FileButton accept=".csv,.tsv,.txt,text/csv" resetRef={reset} onChange={choose}>
          {(props) => (
            <Button {...props} size="md" leftSection={<Icon name="upload" />}>
              {say('choose')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {say('drop')}
        </Text>
        <Text size="sm" c="dimmed" maw={460} ta="center">
          {say('chooseAbout')}
        </Text>
      </div>
    </Stack>
  );
}
