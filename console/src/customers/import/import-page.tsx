import { Stepper } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useMode } from '../../api/mode.ts';
import { newKey } from '../../api/new-key.ts';
import { useText } from '../../i18n/language.tsx';
import { TextLink } from '../../parts/links.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useShowProblem } from '../../parts/show-problem.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { paths } from '../../paths.ts';
import { customerMessages } from '../messages.ts';
import { customerOf, type Mapping } from './columns.ts';
import { FileStep } from './file-step.tsx';
import { MappingStep } from './mapping-step.tsx';
import { importMessages } from './messages.ts';
import type { ReadFile } from './read-file.ts';
import { ResultStep } from './result-step.tsx';
import { type Progress, sendRows } from './send-rows.ts';

type Import = { progress: Progress; isRunning: boolean };

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
  useUnsaved(running?.isRunning === true, 'import');
  useUnsaved(file !== undefined && !running);

  const begin = async (read: ReadFile, mapping: Mapping, projectId: number) => {
    const controller = new AbortController();
    stopping.current = controller;
    let progress: Progress = { sent: 0, created: 0, rejected: [] };
    const onProgress = (next: Progress) => {
      progress = next;
      setRunning({ progress, isRunning: true });
    };
    onProgress(progress);
    const importId = newKey();
    try {
      const customers = read.rows.map((row) => customerOf(row, mapping, projectId));
      await sendRows(customers, { mode, importId, signal: controller.signal, onProgress });
    } catch (error) {
      showProblem(error);
    }
    setRunning({ progress, isRunning: false });
    void client.invalidateQueries({ predicate: ({ queryKey: [, , path] }) => String(path).startsWith('/customers') });
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
        active={running ? (running.isRunning ? 2 : 3) : file ? 1 : 0}
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
        <MappingStep
          file={file}
          onBack={startOver}
          onStart={(mapping, project) => void begin(file, mapping, project)}
        />
      )}
      {file && running && (
        <ResultStep file={file} {...running} onStop={() => stopping.current?.abort()} onAgain={startOver} />
      )}
    </>
  );
}
