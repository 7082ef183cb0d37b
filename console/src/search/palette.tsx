import { Box, Group, Kbd, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useId, useRef, useState } from 'react';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import type { SearchablePage } from './match-pages.ts';
import { searchMessages } from './messages.ts';
import classes from './palette.module.css';
import { type Result, useResults } from './use-results.tsx';

type Props = { pages: SearchablePage[]; onClose: () => void };

/** A field with a list of results below: the combobox pattern of ARIA, in which the focus stays in the field. */
export function Palette({ pages, onClose }: Props) {
  const say = useText(searchMessages);
  const id = useId();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const [settled] = useDebouncedValue(text, 200);
  const { groups, isSearching, hasFailed } = useResults(pages, text, settled);
  const results = groups.flatMap(({ results }) => results);
  const [chosenKey, setChosenKey] = useState<string>();
  const chosenAt = Math.max(
    0,
    results.findIndex(({ key }) => key === chosenKey),
  );
  const chosen = results[chosenAt];
  const optionId = ({ key }: Result) => `${id}-${key}`;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const open = (result: Result | undefined) => {
    if (!result) return;
    onClose();
    result.open();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    // Enter and arrows belong to the input method while it composes characters.
    if (event.nativeEvent.isComposing) return;
    const moveTo = { ArrowDown: chosenAt + 1, ArrowUp: chosenAt - 1 + results.length }[event.key];
    if (moveTo !== undefined) setChosenKey(results[moveTo % results.length]?.key);
    else if (event.key === 'Enter') open(chosen);
    else return;
    event.preventDefault();
  };
  const isEmpty = results.length === 0 && !isSearching && !hasFailed;

  return (
    <>
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        className={classes.field}
        leftSection={<Icon name="search" />}
        maxLength={255}
        placeholder={say('placeholder')}
        role="combobox"
        aria-label={say('placeholder')}
        aria-expanded={results.length > 0}
        aria-controls={results.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={chosen && optionId(chosen)}
        aria-autocomplete="list"
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosenKey(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      {results.length > 0 && (
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={say('results')} className={classes.list}>
          {groups.map(({ kind, results }) => (
            // biome-ignore lint/a11y/useSemanticElements: A listbox has groups of options, not field sets.
            <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
              <div id={`${id}-${kind}`} className={classes.title}>
                {say(kind)}
              </div>
              {results.map((result) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: The field has the focus and takes all keys.
                // biome-ignore lint/a11y/useFocusableInteractive: The field names the option that it stands for.
                <div
                  key={result.key}
                  id={optionId(result)}
                  role="option"
                  aria-selected={result === chosen}
                  className={classes.option}
                  onMouseMove={() => setChosenKey(result.key)}
                  onClick={() => open(result)}
                >
                  <Icon name={result.icon} />
                  <Box flex={1} miw={0}>
                    <Text size="sm" truncate>
                      {result.name}
                    </Text>
                    {result.detail && (
                      <Text size="xs" c="dimmed" truncate>
                        {result.detail}
                      </Text>
                    )}
                  </Box>
                  {result.aside}
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
      <div role="status" className={classes.status} data-bare={!isSearching && !isEmpty && !hasFailed}>
        {isSearching && say('searching')}
        {!isSearching && hasFailed && say('failed')}
        {isEmpty && (
          <>
            <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {say('noneFound', { text })}
            </Text>
            {say('noneFoundAbout')}
          </>
        )}
        {!isSearching && !isEmpty && !hasFailed && text !== '' && say('found', { count: results.length })}
      </div>
      <Group className={classes.keys} gap="md" visibleFrom="sm" aria-hidden="true">
        <span>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {say('move')}
        </span>
        <span>
          <Kbd size="xs">Enter</Kbd> {say('open')}
        </span>
        <span>
          <Kbd size="xs">Esc</Kbd> {say('close')}
        </span>
      </Group>
    </>
  );
}
