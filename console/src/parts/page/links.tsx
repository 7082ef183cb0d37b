import { Anchor, Button, type ButtonProps, NavLink } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

// Mantine's components with the router's addresses: real links, which can be opened in a new tab.

export const TextLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink((props: ButtonProps & ComponentProps<'a'>) => <Button component="a" {...props} />);
export const MenuLink = createLink(NavLink<'a'>);
