import { Alert, Progress as Bar, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';
import { saveFile, writeCsv } from '../../parts/files/csv.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { ButtonLink } from '../../parts/page/links.tsx';
import { Section } from '../../parts/page/section.tsx';
import { useFaultTexts } from '../../parts/problems/fault-texts.ts';
import { useFaultText } from '../../parts/problems/use-faults.ts';
import { paths } from '../../paths.ts';
import { customerMessages } from '../messages.ts';
import { importFields } from './columns.ts';
import { importMessages } from './messages.ts';
import type { ReadFile } from './read-file.ts';
import type { ImportProgress, Rejection } from './send-rows.ts';

type Props = {
  file: ReadFile;
  progress: ImportProgress;
  isRunning: boolean;
  onStop: () => void;
  onContinue: () => void;
  onAgain: () => void;
};

const shown = 50;

export function ResultStep({ file, progress, isRunning, onStop, onContinue, onAgain }: Props) {
  const say = useText(importMessages);
  const total = file.rows.length;
  const { sent, created, rejected } = progress;
  const left = total - sent;
  const isFlawed = rejected.length > 0 || left > 0;
  return (
    <Stack>
      {isRunning ? (
        <Section title={say('importing', { done: sent, total })}>
          <Group wrap="nowrap">
            <Bar.Root size="lg" flex={1}>
              <Bar.Section value={(sent / total) * 100} aria-label={say('importing', { done: sent, total })} animated />
            </Bar.Root>
            <Button variant="default" onClick={onStop}>
              {say('stop')}
            </Button>
          </Group>
        </Section>
      ) : (
        <Alert
          role="status"
          color={isFlawed ? 'yellow' : 'teal'}
          icon={<Icon name={isFlawed ? 'alert-triangle' : 'check'} />}
          title={left > 0 ? say('stopped', { created, left }) : say('done', { created })}
        >
          <Group mt="xs">
            {left > 0 && (
              <Button size="xs" onClick={onContinue}>
                {say('goOn', { left })}
              </Button>
            )}
            <ButtonLink to={paths.customers} size="xs" variant={left > 0 ? 'default' : 'filled'}>
              {say('toCustomers')}
            </ButtonLink>
            <Button size="xs" variant="default" onClick={onAgain}>
              {say('another')}
            </Button>
          </Group>
        </Alert>
      )}
      {rejected.length > 0 && <Rejected file={file} rejected={rejected} />}
    </Stack>
  );
}

/** The faults of a row, field by field, in the language of the person. */
function useReason(): (rejection: Rejection) => string {
  const sayCustomer = useText(customerMessages);
  const textOf = useFaultText();
  return ({ faults }) => {
    const reasons = faults.map((fault) => {
      const name = importFields.find((known) => fault.field.endsWith(`.${known}`));
      return name ? `${sayCustomer(name)}: ${textOf(fault)}` : textOf(fault);
    });
    return reasons.join(' ');
  };
}

function Rejected({ file, rejected }: { file: ReadFile; rejected: Rejection[] }) {
  const say = useText(importMessages);
  const reasonOf = useReason();
  const isLoading = useFaultTexts() === undefined;
  const download = () => {
    const rows = rejected.map((rejection) => [...(file.rows[rejection.row] ?? []), reasonOf(rejection)]);
    saveFile(`rejected-${file.name}`, writeCsv([[...file.header, say('reasonColumn')], ...rows]));
  };
  return (
    <Section
      title={say('rejected', { count: rejected.length })}
      about={say('rejectedAbout')}
      aside={
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="download" size={16} />}
          onClick={download}
          loading={isLoading}
        >
          {say('downloadRejected')}
        </Button>
      }
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={90}>{say('line')}</Table.Th>
            <Table.Th>{say('reason')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rejected.slice(0, shown).map((rejection) => (
            <Table.Tr key={rejection.row}>
              {/* The first line of the file names the columns. */}
              <Table.Td>{rejection.row + 2}</Table.Td>
              <Table.Td>
                <Text size="sm">{reasonOf(rejection)}</Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
