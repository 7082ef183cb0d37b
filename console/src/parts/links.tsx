import { Anchor, Button, NavLink } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

// Mantine's looks with the router's addresses: real links, which open in a new tab as links do.

export const TextLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink(Button<'a'>);
export const MenuLink = createLink(NavLink<'a'>);
