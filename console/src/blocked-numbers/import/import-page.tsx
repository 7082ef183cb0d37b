import { Alert, Progress as Bar, Button, FileButton, Group, Stack, Textarea } from '@mantine/core';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useText } from '../../i18n/language.tsx';
import { decodeCsv, NoTextFault } from '../../parts/files/csv.ts';
import { askBefore, useUnsaved } from '../../parts/forms/unsaved.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { ButtonLink, TextLink } from '../../parts/page/links.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { Section } from '../../parts/page/section.tsx';
import { paths } from '../../paths.ts';
import { FaultyLines } from './faulty-lines.tsx';
import { blockedImportMessages } from './messages.ts';
import { readLines } from './read-lines.ts';
import { type Progress, useImport } from './use-import.ts';

export function BlockedNumberImportPage() {
  const say = useText(blockedImportMessages);
  const { text, setText, refused, progress, isRunning, run, stop } = useImport();
  const [fileFault, setFileFault] = useState<'emptyFile' | 'noText'>();
  // Is replaced by another file without a question.
  const [fileText, setFileText] = useState('');
  const reset = useRef<() => void>(null);
  const shown = useDeferredValue(text); // A list may have thousands of lines.
  const { lines, faulty } = useMemo(() => readLines(shown, refused), [shown, refused]);
  useUnsaved(isRunning, 'import');
  useUnsaved(text !== '' && !isRunning);

  const readFile = async (file: File | null) => {
    if (!file) return;
    const bytes = await file.arrayBuffer();
    try {
      const content = decodeCsv(bytes).trim();
      setFileFault(content === '' ? 'emptyFile' : undefined);
      const replace = () => {
        setFileText(content);
        setText(content);
      };
      if (content !== '') (text === fileText ? replace : askBefore(replace))();
    } catch (error) {
      if (!(error instanceof NoTextFault)) throw error;
      setFileFault('noText');
    }
  };
  const choose = (file: File | null) => {
    void readFile(file);
    // Otherwise the browser reports no change when the same file is chosen again after it was corrected.
    reset.current?.();
  };
  const type = (typed: string) => {
    setFileFault(undefined);
    setText(typed);
  };
  const begin = () => {
    setFileFault(undefined);
    void run();
  };

  return (
    <>
      <PageHeader
        above={
          <TextLink to={paths.blockedNumbers} size="sm">
            ← {say('back')}
          </TextLink>
        }
        title={say('title')}
      />
      <Stack>
        {progress && isRunning && <Running progress={progress} onStop={stop} />}
        {progress && !isRunning && <Ended progress={progress} left={lines.length + faulty.length} />}
        {!isRunning && (
          <Section
            title={say('list')}
            about={say('listAbout')}
            aside={
              <FileButton accept=".csv,.tsv,.txt,text/csv" resetRef={reset} onChange={choose}>
                {(props) => (
                  <Button {...props} variant="default" size="xs" leftSection={<Icon name="upload" size={16} />}>
                    {say('chooseFile')}
                  </Button>
                )}
              </FileButton>
            }
          >
            <Stack>
              {fileFault && (
                <Alert color="red" role="alert">
                  {say(fileFault)}
                </Alert>
              )}
              <Textarea
                aria-label={say('list')}
                rows={10}
                placeholder={say('example')}
                value={text}
                onChange={(event) => type(event.currentTarget.value)}
              />
              <Group justify="flex-end">
                <Button disabled={lines.length === 0} onClick={begin}>
                  {say('start', { count: lines.length })}
                </Button>
              </Group>
            </Stack>
          </Section>
        )}
        {!isRunning && faulty.length > 0 && <FaultyLines faulty={faulty} />}
      </Stack>
    </>
  );
}

function Running({ progress, onStop }: { progress: Progress; onStop: () => void }) {
  const say = useText(blockedImportMessages);
  const { total, added, listed, refused } = progress;
  const done = added + listed + refused;
  const title = say('importing', { done, total });
  return (
    <Section title={title}>
      <Group wrap="nowrap">
        <Bar.Root size="lg" flex={1}>
          <Bar.Section value={(done / total) * 100} aria-label={title} animated />
        </Bar.Root>
        <Button variant="default" onClick={onStop}>
          {say('stop')}
        </Button>
      </Group>
    </Section>
  );
}

function Ended({ progress: { added, listed }, left }: { progress: Progress; left: number }) {
  const say = useText(blockedImportMessages);
  return (
    <Alert
      role="status"
      color={left > 0 ? 'yellow' : 'teal'}
      icon={<Icon name={left > 0 ? 'alert-triangle' : 'check'} />}
      title={say('added', { count: added })}
    >
      {listed > 0 && <div>{say('listed', { count: listed })}</div>}
      {left > 0 && <div>{say('left', { count: left })}</div>}
      <ButtonLink to={paths.blockedNumbers} size="xs" mt="xs" variant={left > 0 ? 'default' : 'filled'}>
        {say('openList')}
      </ButtonLink>
    </Alert>
  );
}
