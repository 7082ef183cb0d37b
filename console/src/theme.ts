import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const trunk: MantineColorsTuple = [
  '#eef0ff',
  '#dcdffb',
  '#b5bbf2',
  '#8c95ea',
  '#6974e3',
  '#5460df',
  '#4855d8',
  '#3a46c0',
  '#323eac',
  '#283598',
];

/** Grays of the dark scheme with a little blue, like the surfaces in main.css. */
const dark: MantineColorsTuple = [
  '#d9dce5',
  '#b9bfcc',
  '#949cad',
  '#6f778a',
  '#3a4050',
  '#2d323f',
  '#242934',
  '#1a1d24',
  '#14161b',
  '#0f1115',
];

/** Fonts of the machine: none is loaded. */
const fontFamily =
  'system-ui, -apple-system, "Segoe UI", "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", "Yu Gothic UI", Meiryo, sans-serif';
const monospace = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';

/** Colors and the text on them have more contrast than Mantine's: see cssVariables below. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const name = input.color ?? 'trunk';
  if (!(name in input.theme.colors)) return colors;
  const darker = (part: number) => `color-mix(in oklab, var(--mantine-color-${name}-9) ${part}%, black)`;
  // Under the mouse a subtle button is as colored as a light one.
  if (input.variant === 'light' || (input.variant === 'subtle' && !['trunk', 'gray'].includes(name)))
    return { ...colors, color: `light-dark(${darker(65)}, var(--mantine-color-${name}-2))` };
  if (input.variant === 'filled' && name !== 'trunk')
    return { ...colors, background: darker(92), hover: darker(80), color: '#fff' };
  return colors;
};

const overlayProps = { backgroundOpacity: 0.4 };
/** The sticky header of a window covers what scrolls below it: this keeps a focused field visible with its label. */
const content = { scrollPaddingTop: '120px' };
const title = { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)', overflowWrap: 'anywhere' } as const;

/** The list of options scrolls itself, as the arrow keys of its field expect, and not a wrapper that no key reaches. */
const scrollingList = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: 260, overflowY: 'auto' } },
} as const;

/** Some browsers forget that a row belongs to a table if it is laid out as a card, so the roles are explicit. */
const withRole = (role: string) => ({ defaultProps: { role } });

export const theme = createTheme({
  variantColorResolver,
  primaryColor: 'trunk',
  primaryShade: { light: 6, dark: 5 },
  colors: { trunk, dark },
  defaultRadius: 'md',
  fontFamily,
  fontFamilyMonospace: monospace,
  headings: { fontFamily, fontWeight: '650' },
  autoContrast: true,
  respectReducedMotion: true,
  // By name: a component that is imported here is loaded with the first page.
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 550, miw: 'max-content' } },
    // Mantine's placeholder for the initial focus is a child that a menu may not have; without it, the first item gets the
    // focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { centered: true, overlayProps, radius: 'lg' }, styles: { title, content } },
    Drawer: { defaultProps: { overlayProps }, styles: { title, content } },
    Notification: { styles: { description: { color: 'var(--mantine-color-dimmed)' } } },
    Paper: { defaultProps: { radius: 'lg', withBorder: true } },
    Table: {
      defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md', role: 'table' },
      styles: { th: { whiteSpace: 'nowrap' } },
    },
    TableThead: withRole('rowgroup'),
    TableTbody: withRole('rowgroup'),
    TableTr: withRole('row'),
    TableTh: withRole('columnheader'),
    TableTd: withRole('cell'),
    // Focusable, so that cut-off columns can be scrolled into view without touch.
    TableScrollContainer: {
      defaultProps: { scrollAreaProps: { viewportProps: { tabIndex: 0 }, offsetScrollbars: 'present' } },
    },
    Select: scrollingList,
    MultiSelect: scrollingList,
    TagsInput: scrollingList,
    Autocomplete: scrollingList,
    Tooltip: { defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } } },
  },
});

/** Mantine's gray for less important text, also in notes, and its red for errors are too faint (WCAG 1.4.3 asks for 4.5 to 1). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5c6370',
    '--mantine-color-body': '#fff',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-red-6': '#b02020', // For destructive items in menus.
  },
  dark: {
    '--mantine-color-dimmed': '#a2a9b8',
    '--mantine-color-body': '#1a1d24',
    '--mantine-color-anchor': '#a5acf5',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-red-6': '#ffa8a8',
  },
});
