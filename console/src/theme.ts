import {
  Badge,
  Button,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  Modal,
  Paper,
  Table,
  Tooltip,
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

/** Fonts are those of the machine: none is loaded. */
const fontFamily =
  'system-ui, -apple-system, "Segoe UI", "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", "Yu Gothic UI", Meiryo, sans-serif';
const monospace = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';

/** Words on a light ground of their own colour are darker than Mantine has them: see cssVariables below. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input);
  const name = input.color ?? 'trunk';
  if (input.variant !== 'light' || !(name in input.theme.colors)) return colours;
  const dark = `color-mix(in oklab, var(--mantine-color-${name}-9) 65%, black)`;
  return { ...colours, color: `light-dark(${dark}, var(--mantine-color-${name}-2))` };
};

export const theme = createTheme({
  variantColorResolver,
  primaryColor: 'trunk',
  primaryShade: { light: 6, dark: 5 },
  colors: { trunk },
  defaultRadius: 'md',
  fontFamily,
  fontFamilyMonospace: monospace,
  headings: { fontFamily, fontWeight: '650' },
  autoContrast: true,
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    Badge: Badge.extend({ defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 550 } }),
    Modal: Modal.extend({ defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.4 }, radius: 'lg' } }),
    Paper: Paper.extend({ defaultProps: { radius: 'lg', withBorder: true } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md' } }),
    Tooltip: Tooltip.extend({ defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } } }),
  },
});

/** Mantine's grey for what matters less is too faint to be read by everybody (WCAG 1.4.3 asks for 4.5 to 1). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-dimmed': '#5c6370', '--mantine-color-body': '#fff' },
  dark: { '--mantine-color-dimmed': '#a2a9b8', '--mantine-color-body': '#1a1d24' },
});
