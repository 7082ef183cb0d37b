import { Badge, Group, List, Stack, Text } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';
import { Section } from '../../parts/page/section.tsx';
import type { Summary } from '../call.ts';
import { InsightState } from './insight-state.tsx';
import { detailMessages } from './messages.ts';

export function SummarySection({ summary }: { summary: Summary }) {
  const say = useText(detailMessages);
  return (
    <Section title={say('summary')} about={summary.method && say(summary.method)}>
      <InsightState insight={summary}>
        {({ text, key_points, action_items, keywords, language }) => (
          <Stack gap="md" lang={language ?? undefined}>
            <Text>{text}</Text>
            <Points title={say('keyPoints')} points={key_points} />
            <Points title={say('actionItems')} points={action_items ?? []} />
            {keywords.length > 0 && (
              <Group gap={6} role="group" aria-label={say('keywords')}>
                {keywords.map((keyword) => (
                  <Badge key={keyword} color="gray">
                    {keyword}
                  </Badge>
                ))}
              </Group>
            )}
          </Stack>
        )}
      </InsightState>
    </Section>
  );
}

function Points({ title, points }: { title: string; points: string[] }) {
  if (points.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600} component="h3" mb={4}>
        {title}
      </Text>
      <List size="sm" spacing={4}>
        {points.map((point) => (
          <List.Item key={point}>{point}</List.Item>
        ))}
      </List>
    </div>
  );
}
