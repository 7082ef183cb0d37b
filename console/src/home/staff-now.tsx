import { Box, Group, Stack, Text } from '@mantine/core';
import { useMayOpen } from '../api/pages-of-role.ts';
import { useText } from '../i18n/language.tsx';
import { TextLink } from '../parts/page/links.tsx';
import { Section } from '../parts/page/section.tsx';
import { paths } from '../paths.ts';
import classes from './home.module.css';
import type { Availability, Home } from './home.ts';
import { homeMessages } from './messages.ts';

const states: Availability[] = ['busy', 'available', 'unreachable'];
const shownMembers = 10;

/** How many staff members are on a call, available or unreachable, and who; the server sends busy ones first. */
export function StaffNow({ staff }: Pick<Home, 'staff'>) {
  const say = useText(homeMessages);
  const mayOpenPeople = useMayOpen('people');
  const total = staff.busy + staff.available + staff.unreachable;
  const shown = staff.members.slice(0, shownMembers);
  return (
    <Section
      title={say('staff')}
      aside={
        mayOpenPeople && (
          <TextLink to={paths.people} size="sm">
            {say('toPeople')}
          </TextLink>
        )
      }
    >
      {total === 0 ? (
        <Text size="sm" c="dimmed">
          {say('noStaff')}
        </Text>
      ) : (
        <>
          <Group gap="lg" mb="xs">
            {states.map((state) => (
              <Box key={state} role="group" aria-label={say(state)}>
                <Text fz={22} fw={650} lh={1.3}>
                  {staff[state]}
                </Text>
                <Text size="xs" c="dimmed" className={classes.state} data-state={state}>
                  {say(state)}
                </Text>
              </Box>
            ))}
          </Group>
          <Stack gap={0} className={classes.rows}>
            {shown.map(({ staff_id, name, availability }) => (
              <Group key={staff_id} className={classes.row} justify="space-between" gap="sm" wrap="nowrap">
                <Text size="sm" truncate className={classes.name}>
                  {name}
                </Text>
                <Text size="xs" c="dimmed" className={classes.state} data-state={availability}>
                  {say(availability)}
                </Text>
              </Group>
            ))}
          </Stack>
          {total > shown.length && (
            <Text size="sm" c="dimmed" pt="xs">
              {say('moreStaff', { count: total - shown.length })}
            </Text>
          )}
        </>
      )}
    </Section>
  );
}
