import { Stepper } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useMode } from '../../api/mode.ts';
import { newKey } from '../../api/new-key.ts';
import { useText } from '../../i18n/language.tsx';
import { askBefore, useUnsaved } from '../../parts/forms/unsaved.ts';
import { TextLink } from '../../parts/page/links.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { useShowProblem } from '../../parts/problems/show-problem.tsx';
import { paths } from '../../paths.ts';
import { customerMessages } from '../messages.ts';
import { customerOf, type ImportedCustomer, type Mapping } from './columns.ts';
import { FileStep } from './file-step.tsx';
import { MappingStep } from './mapping-step.tsx';
import { importMessages } from './messages.ts';
import type { ReadFile } from './read-file.ts';
import { ResultStep } from './result-step.tsx';
import { type ImportProgress, nothingSent, sendRows } from './send-rows.ts';

type Import = {
  customers: ImportedCustomer[];
  importId: string;
  progress: ImportProgress;
  /** `interrupted`: by a fault, such as a lost connection. */
  state: 'running' | 'interrupted' | 'ended';
};

export function ImportPage() {
  const say = useText(importMessages);
  const sayCustomer = useText(customerMessages);
  const mode = useMode();
  const client = useQueryClient();
  const showProblem = useShowProblem();
  const [file, setFile] = useState<ReadFile>();
  const [running, setRunning] = useState<Import>();
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  useUnsaved(running?.state === 'running', 'import');
  useUnsaved(running?.state === 'interrupted', 'interruptedImport');
  useUnsaved(file !== undefined && !running);

  /** Starts the import, or resumes it where it was stopped. */
  const run = async ({ customers, importId, progress: from }: Omit<Import, 'state'>) => {
    const controller = new AbortController();
    stopping.current = controller;
    let progress = from;
    const show = (state: Import['state']) => setRunning({ customers, importId, progress, state });
    const onProgress = (next: ImportProgress) => {
      progress = next;
      show('running');
    };
    show('running');
    try {
      await sendRows(customers, { mode, importId, from, signal: controller.signal, onProgress });
      show('ended');
    } catch (error) {
      showProblem(error);
      show('interrupted');
    }
    void client.invalidateQueries({ predicate: ({ queryKey: [, , path] }) => String(path).startsWith('/customers') });
  };
  const begin = ({ rows }: ReadFile, mapping: Mapping, projectId: number) => {
    const customers = rows.map((row) => customerOf(row, mapping, projectId));
    void run({ customers, importId: newKey(), progress: nothingSent });
  };
  const startOver = () => {
    setFile(undefined);
    setRunning(undefined);
  };

  return (
    <>
      <PageHeader
        above={
          <TextLink to={paths.customers} size="sm">
            ← {sayCustomer('allCustomers')}
          </TextLink>
        }
        title={say('title')}
        about={say('about')}
      />
      <Stepper
        active={running ? (isComplete(running) ? 3 : 2) : file ? 1 : 0}
        size="sm"
        mb="lg"
        allowNextStepsSelect={false}
      >
        <Stepper.Step label={say('stepFile')} />
        <Stepper.Step label={say('stepColumns')} />
        <Stepper.Step label={say('stepImport')} />
      </Stepper>
      {!file && <FileStep onRead={setFile} />}
      {file && !running && (
        <MappingStep file={file} onBack={startOver} onStart={(mapping, project) => begin(file, mapping, project)} />
      )}
      {file && running && (
        <ResultStep
          file={file}
          progress={running.progress}
          isRunning={running.state === 'running'}
          onStop={() => stopping.current?.abort()}
          onContinue={() => void run(running)}
          onAgain={askBefore(startOver)}
        />
      )}
    </>
  );
}

const isComplete = ({ customers, progress }: Import) => progress.sent === customers.length;
