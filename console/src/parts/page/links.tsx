import { Anchor, Button, type ButtonProps, NavLink } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

// Mantine's looks with the router's addresses: real links, which open in a new tab as links do.

export const TextLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink((props: ButtonProps & ComponentProps<'a'>) => <Button component="a" {...props} />);
export const MenuLink = createLink(NavLink<'a'>);
