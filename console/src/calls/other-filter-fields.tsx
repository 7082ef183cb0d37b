import { MultiSelect, TagsInput } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { PartyFields } from '../parts/lists/party-fields.tsx';
import { callStatuses } from './call.ts';
import type { CallSearch } from './call-search.ts';
import { CommittedInput } from './committed-input.tsx';
import { callMessages } from './messages.ts';
import { useLabels } from './use-labels.ts';

type Props = {
  search: CallSearch;
  onChange: (change: Partial<CallSearch>) => void;
  numberFault: string | undefined;
};

/** Fields for the parties of a call, its number, and what people wrote about it. */
export function OtherFilterFields({ search, onChange, numberFault }: Props) {
  const say = useText(callMessages);
  const labels = useLabels();
  return (
    <>
      <MultiSelect
        aria-label={say('status')}
        placeholder={search.status ? undefined : say('anyStatus')}
        clearable
        miw={180}
        value={search.status?.split(',') ?? []}
        onChange={(chosen) => onChange({ status: chosen.join(',') || undefined })}
        data={callStatuses.map((value) => ({ value, label: say(value) }))}
      />
      <PartyFields search={search} onChange={onChange} />
      <CommittedInput
        aria-label={say('numberFilter')}
        placeholder={say('numberFilter')}
        type="tel"
        w={numberFault ? 320 : 170}
        maxLength={64}
        value={search.number ?? ''}
        onCommit={(number) => onChange({ number: number || undefined })}
        error={numberFault}
      />
      <LabelFilter
        label={say('tag')}
        placeholder={say('anyTag')}
        known={labels.tags}
        value={search.tag}
        onChange={(tag) => onChange({ tag })}
      />
      <LabelFilter
        label={say('callOutcome')}
        placeholder={say('anyOutcome')}
        known={labels.outcomes}
        value={search.outcome}
        onChange={(outcome) => onChange({ outcome })}
      />
      <CommittedInput
        aria-label={say('externalId')}
        placeholder={say('externalId')}
        w={140}
        value={search.external ?? ''}
        onCommit={(external) => onChange({ external: external || undefined })}
      />
    </>
  );
}

type LabelProps = {
  label: string;
  placeholder: string;
  known: string[];
  /** Several are separated by commas, which no label contains. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

/** Labels older than the suggestions can be typed. */
function LabelFilter({ label, placeholder, known, value, onChange }: LabelProps) {
  return (
    <TagsInput
      aria-label={label}
      placeholder={value ? undefined : placeholder}
      data={known}
      limit={100}
      miw={150}
      maw={260}
      maxLength={50}
      value={value?.split(',') ?? []}
      onChange={(chosen) => onChange(chosen.map((one) => one.trim()).join(',') || undefined)}
    />
  );
}
