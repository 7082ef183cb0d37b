import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useMode } from '../../api/mode.ts';
import { newKey } from '../../api/new-key.ts';
import { useShowProblem } from '../../parts/problems/show-problem.tsx';
import { type Fault, readLines } from './read-lines.ts';
import { type Result, sendLines } from './send-lines.ts';

export type Progress = { total: number } & Record<Result['outcome'], number>;

/** The typed list, which keeps the lines that are not imported yet, and the import of the others. */
export function useImport() {
  const mode = useMode();
  const client = useQueryClient();
  const showProblem = useShowProblem();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState(new Map<string, Fault>());
  const [progress, setProgress] = useState<Progress>();
  const [isRunning, setIsRunning] = useState(false);
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);

  const run = async () => {
    const { lines, faulty } = readLines(text, refused);
    const left = new Map([...lines, ...faulty.map(({ line }) => line)].map(({ at, text }) => [at, text]));
    const faults = new Map(faulty.map(({ line, fault }) => [line.text, fault]));
    const now: Progress = { total: lines.length, added: 0, listed: 0, refused: 0 };
    const controller = new AbortController();
    stopping.current = controller;
    setProgress({ ...now });
    setIsRunning(true);
    try {
      await sendLines(lines, {
        mode,
        importId: newKey(),
        signal: controller.signal,
        onResult: (line, result) => {
          now[result.outcome]++;
          if (result.outcome === 'refused') faults.set(line.text, result.fault);
          else left.delete(line.at);
          setProgress({ ...now });
        },
      });
    } catch (error) {
      showProblem(error);
    }
    setRefused(faults);
    setText(
      [...left.entries()]
        .sort(([one], [other]) => one - other)
        .map(([, text]) => text)
        .join('\n'),
    );
    setIsRunning(false);
    void client.invalidateQueries({ predicate: ({ queryKey: [, , path] }) => path === '/blocked-numbers' });
  };
  return { text, setText, refused, progress, isRunning, run, stop: () => stopping.current?.abort() };
}
