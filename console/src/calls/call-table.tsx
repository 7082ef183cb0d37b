import { Table, UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { lazyPart } from '../parts/page/lazy-part.tsx';
import { useIsNarrow } from '../parts/page/use-is-narrow.ts';
import { useNames } from '../parts/values/use-names.ts';
import { words } from '../parts/words.messages.ts';
import { paths } from '../paths.ts';
import type { CallItem, CallSigns } from './call.ts';
import { Caller, useWho } from './call-caller.tsx';
import { type CallColumn, columnWidths, usualColumns } from './call-columns.ts';
import { Signs } from './call-signs.tsx';
import classes from './call-table.module.css';
import { listMessages } from './list-messages.ts';
import { callMessages } from './messages.ts';
import { Since } from './since.tsx';
import { StatusBadge } from './status-badge.tsx';
import { TalkTime } from './talk-time.tsx';
import { useCallSigns } from './use-call-signs.ts';

const DockedPlayer = lazyPart(async () => (await import('./docked-player.tsx')).DockedPlayer);

type Sorting = { isOldestFirst: boolean; onSort: (isOldestFirst: boolean) => void };
type Props = {
  calls: CallItem[];
  columns?: CallColumn[];
  /** Missing where the order cannot be changed. */
  sorting?: Sorting;
  /** In milliseconds; false if events say when to read again. */
  refetchInterval?: number | false;
};
type Played = { callId: string; who: string; seconds: number };
type ItemProps = { call: CallItem; signs: CallSigns | undefined; isPlayed: boolean; onPlay: (played?: Played) => void };

/** A page of calls: a table or, on a phone, cards. One recording at a time is played. */
export function CallTable({ calls, columns = usualColumns, sorting, refetchInterval = false }: Props) {
  const isNarrow = useIsNarrow();
  const signs = useCallSigns(calls, refetchInterval);
  const [played, setPlayed] = useState<Played>();
  const itemOf = (call: CallItem): ItemProps => ({
    call,
    signs: signs?.get(call.call_id),
    isPlayed: played?.callId === call.call_id,
    onPlay: setPlayed,
  });
  return (
    <>
      {isNarrow ? (
        <ul className={classes.cards}>
          {calls.map((call) => (
            <CallCard key={call.call_id} {...itemOf(call)} />
          ))}
        </ul>
      ) : (
        <Rows columns={columns} sorting={sorting}>
          {calls.map((call) => (
            <CallRow key={call.call_id} columns={columns} {...itemOf(call)} />
          ))}
        </Rows>
      )}
      {played && <DockedPlayer key={played.callId} {...played} onClose={() => setPlayed(undefined)} />}
    </>
  );
}

const [callerWidth, signsWidth] = [260, 108];

type RowsProps = { columns: CallColumn[]; sorting: Sorting | undefined; children: ReactNode };

function Rows({ columns, sorting, children }: RowsProps) {
  const sayList = useText(listMessages);
  const titleOf = useColumnTitle();
  const width = columns.reduce((sum, column) => sum + columnWidths[column], callerWidth + signsWidth);
  return (
    <Table.ScrollContainer minWidth={width}>
      <Table highlightOnHover horizontalSpacing="sm" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{sayList('caller')}</Table.Th>
            <Table.Th w={signsWidth} aria-label={sayList('signs')} />
            {columns.map((column) =>
              column === 'started' && sorting ? (
                <SortedHead key={column} title={titleOf(column)} {...sorting} />
              ) : (
                <Table.Th key={column} w={columnWidths[column]} ta={column === 'duration' ? 'right' : undefined}>
                  {titleOf(column)}
                </Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

export function useColumnTitle() {
  const say = useText(callMessages);
  const sayList = useText(listMessages);
  const word = useText(words);
  const titles: Record<CallColumn, string> = {
    status: say('status'),
    staff: word('staff'),
    project: word('project'),
    started: say('started'),
    duration: say('duration'),
    outcome: say('callOutcome'),
    tags: sayList('tags'),
    external: say('externalId'),
  };
  return (column: CallColumn) => titles[column];
}

function SortedHead({ title, isOldestFirst, onSort }: Sorting & { title: string }) {
  const sayList = useText(listMessages);
  return (
    <Table.Th w={columnWidths.started} aria-sort={isOldestFirst ? 'ascending' : 'descending'}>
      <UnstyledButton
        className={classes.sort}
        fz="inherit"
        title={sayList(isOldestFirst ? 'oldest' : 'newest')}
        onClick={() => onSort(!isOldestFirst)}
      >
        {title}
        <Icon name={isOldestFirst ? 'arrow-up' : 'arrow-down'} size={14} />
      </UnstyledButton>
    </Table.Th>
  );
}

function CallRow({ columns, ...item }: ItemProps & { columns: CallColumn[] }) {
  const { call, signs } = item;
  const open = useOpenCall(call);
  const facts = useFacts(item);
  return (
    // The whole row is easy to hit with a mouse; keyboards and screen readers use the link in it.
    <Table.Tr className={classes.row} onClick={open}>
      <Table.Td>
        <Caller call={call} signs={signs} />
      </Table.Td>
      <Table.Td>
        <PlayableSigns {...item} />
      </Table.Td>
      {columns.map((column) => (
        <Table.Td key={column} ta={column === 'duration' ? 'right' : undefined}>
          {facts[column]}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

function CallCard(item: ItemProps) {
  const { call, signs } = item;
  const open = useOpenCall(call);
  const facts = useFacts(item);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: As in a row, keyboards use the link in it.
    <li className={classes.card} onClick={open}>
      <Caller call={call} signs={signs} isCard />
      <span className={classes.aside}>{facts.started}</span>
      <span className={classes.facts}>
        {facts.status}
        {facts.duration}
        <span className={classes.staff}>{facts.staff}</span>
      </span>
      <PlayableSigns {...item} />
    </li>
  );
}

function useOpenCall({ call_id: callId }: CallItem) {
  const navigate = useNavigate();
  return () => void navigate({ to: paths.call, params: { callId } });
}

/** The content of each column. */
function useFacts({ call, signs }: ItemProps): Record<CallColumn, ReactNode> {
  const say = useText(callMessages);
  const { staffName, projectName } = useNames();
  const isNeverConnected = call.ended_at !== null && !call.duration_seconds;
  return {
    status: <StatusBadge call={call} />,
    staff: call.staff_id === null ? say('nobody') : staffName(call.staff_id),
    project: projectName(call.project_id),
    started: call.started_at ? <Since at={call.started_at} /> : say('notYet'),
    duration: isNeverConnected ? say('notYet') : <TalkTime call={call} />,
    outcome: signs?.outcome,
    tags: signs && <span title={signs.tags.join(', ')}>{signs.tags.join(', ')}</span>,
    external: call.external_id,
  };
}

function PlayableSigns({ call, signs, isPlayed, onPlay }: ItemProps) {
  const who = useWho(call, signs);
  const play = () =>
    onPlay(isPlayed ? undefined : { callId: call.call_id, who, seconds: signs?.recording_seconds ?? 0 });
  return <Signs signs={signs} who={who} isPlayed={isPlayed} onPlay={play} />;
}
