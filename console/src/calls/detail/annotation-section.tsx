import { Autocomplete, Badge, Button, Group, Stack, TagsInput, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useMode } from '../../api/mode.ts';
import { readingOf } from '../../api/readings.ts';
import { useMayAnnotate } from '../../api/session.ts';
import { useLanguage, useText } from '../../i18n/language.tsx';
import { useUnsaved } from '../../parts/forms/unsaved.ts';
import { useFocusFault } from '../../parts/forms/use-focus-fault.ts';
import { useWrite } from '../../parts/forms/use-write.ts';
import { Section } from '../../parts/page/section.tsx';
import { showDone } from '../../parts/problems/show-problem.tsx';
import { useFaults } from '../../parts/problems/use-faults.ts';
import { Facts } from '../../parts/values/facts.tsx';
import { words } from '../../parts/words.messages.ts';
import type { Call } from '../call.ts';
import { useLabels } from '../use-labels.ts';
import { type Annotation, annotationOf, cleanTags, differing, faultsIn, isSame, limits, only } from './annotation.ts';
import { annotationMessages } from './annotation-messages.ts';

/** The annotation of a call: a note, tags and an outcome. Viewers only read it. */
export function AnnotationSection({ call }: { call: Call }) {
  const say = useText(annotationMessages);
  const mayAnnotate = useMayAnnotate();
  return (
    <Section title={say('title')}>{mayAnnotate ? <AnnotationForm call={call} /> : <Written call={call} />}</Section>
  );
}

function Written({ call: { note, tags, outcome } }: { call: Call }) {
  const say = useText(annotationMessages);
  if (!note && !outcome && tags.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {say('nothing')}
      </Text>
    );
  return (
    <Stack gap="sm">
      {note && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {note}
        </Text>
      )}
      <Facts
        facts={[
          [
            say('tags'),
            tags.length > 0 && (
              <Group key="tags" gap={6}>
                {tags.map((tag) => (
                  <Badge key={tag} color="gray" miw={0}>
                    {tag}
                  </Badge>
                ))}
              </Group>
            ),
          ],
          [say('outcome'), outcome],
        ]}
      />
    </Stack>
  );
}

const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** Sends only changed fields, so that two people can write to different fields of the same call. */
function AnnotationForm({ call }: { call: Call }) {
  const say = useText(annotationMessages);
  const word = useText(words);
  const { language } = useLanguage();
  const labels = useLabels();
  const { shown, change, discard, changed, isReplaced, save } = useAnnotation(call);
  const isDirty = Object.keys(changed).length > 0;
  useUnsaved(isDirty);

  const numbers = { limit: new Intl.NumberFormat(language).format(limits.note), label: limits.label };
  const tagNumbers = { limit: limits.tags, label: limits.label };
  const refused = useFaults(save.error);
  const found = faultsIn(changed);
  const [refusals, setRefusals] = useState(0);
  const ref = useFocusFault(save.error, refusals);
  const error = (field: keyof Annotation) =>
    found[field] ? say(found[field], field === 'tags' ? tagNumbers : numbers) : refused[field];
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.values(found).some(Boolean)) setRefusals((before) => before + 1);
    else save.mutate(changed);
  };
  const about = (field: keyof Annotation, limit: string) => (
    <>
      {limit}
      {isReplaced(field) && (
        <Text span size="xs" c="var(--mantine-color-error)" display="block" role="status">
          {say('changedMeanwhile')}
        </Text>
      )}
    </>
  );
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate>
      <Stack>
        <Textarea
          label={say('note')}
          description={about('note', say('noteAbout', numbers))}
          inputWrapperOrder={order}
          autosize
          minRows={3}
          maxRows={16}
          value={shown.note ?? ''}
          onChange={(event) => change({ note: event.currentTarget.value || null })}
          error={error('note')}
        />
        <TagsInput
          label={say('tags')}
          description={about('tags', say('tagsAbout', tagNumbers))}
          inputWrapperOrder={order}
          data={labels.tags}
          limit={100}
          value={shown.tags}
          onChange={(typed) => change({ tags: cleanTags(typed) })}
          error={error('tags')}
        />
        <Autocomplete
          label={say('outcome')}
          description={about('outcome', say('outcomeAbout', numbers))}
          inputWrapperOrder={order}
          data={labels.outcomes}
          limit={100}
          value={shown.outcome ?? ''}
          onChange={(typed) => change({ outcome: typed || null })}
          error={error('outcome')}
        />
        <Group justify="flex-end">
          {isDirty && (
            <Button variant="default" onClick={discard}>
              {say('discard')}
            </Button>
          )}
          <Button type="submit" loading={save.isPending} disabled={!isDirty}>
            {word('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The typed values over the stored ones. Untouched fields show changes by other people at once. */
function useAnnotation(call: Call) {
  const say = useText(annotationMessages);
  const mode = useMode();
  const client = useQueryClient();
  const params = { callId: call.call_id };
  const stored = annotationOf(call);
  const [typed, setTyped] = useState<Partial<Annotation>>({});
  /** The stored value of each field when typing in it began. */
  const [replaced, setReplaced] = useState(stored);
  const shown = { ...stored, ...typed };

  const change = (next: Partial<Annotation>) => {
    setReplaced((before) => ({ ...stored, ...only(before, (field) => field in typed) }));
    setTyped((before) => differing({ ...before, ...next }, stored));
  };
  const save = useWrite((send, body: Partial<Annotation>) => send('PUT', '/calls/{callId}', { params, body }), {
    changes: ['/calls', '/reports/tags'],
    onDone: (saved, sent) => {
      // A role that may annotate calls may also read them, so the answer is a whole call.
      client.setQueryData(readingOf(mode, '/calls/{callId}', { params }).queryKey, saved);
      // Text that was typed while the request was under way stays.
      setTyped((before) => differing(before, sent));
      setReplaced((before) => ({ ...before, ...only(annotationOf(saved.data), (field) => field in sent) }));
      showDone(say('saved'));
    },
    shown: 'form',
    goesOn: true,
  });
  return {
    shown,
    changed: differing(typed, stored),
    change,
    discard: () => setTyped({}),
    /** Whether saving replaces a value that another person has written meanwhile. */
    isReplaced: (field: keyof Annotation) => field in typed && !isSame(replaced[field], stored[field]),
    save,
  };
}
