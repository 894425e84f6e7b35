import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const brand: MantineColorsTuple = [
  '#eef3ff',
  '#dbe5ff',
  '#b5c9fd',
  '#8caafb',
  '#6d92f9',
  '#4876f2',
  '#2f62e8',
  '#1f4fd8',
  '#1a43b8',
  '#15358f',
]

/** Greys of the dark scheme, from text to the deepest ground. */
const dark: MantineColorsTuple = [
  '#d9dee5',
  '#a3acb8',
  '#8b94a0',
  '#5c6672',
  '#3a414b',
  '#2d323a',
  '#23272e',
  '#1b1e23',
  '#16181c',
  '#101215',
]

const systemFont = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'

export const theme = createTheme({
  colors: { brand, dark },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  fontFamily: systemFont,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontFamily: systemFont,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Text: { defaultProps: { size: 'sm' } },
    Anchor: { defaultProps: { size: 'sm' } },
    Alert: {
      defaultProps: { variant: 'light' },
      vars: () => ({ root: { '--alert-color': 'var(--mantine-color-text)' } }),
    },
    Badge: { defaultProps: { variant: 'dot', radius: 'sm', tt: 'none', fw: 500 } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    // The second click of a double one lands beside the dialog that the first has opened.
    Modal: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, centered: true, closeOnClickOutside: false },
    },
  },
})

/** Secondary text is dark enough to be read (WCAG AA) in both schemes; the page stands back behind its cards. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#1b2026',
    '--mantine-color-dimmed': '#59626d',
    '--mantine-color-placeholder': '#6b747e',
    '--mantine-color-error': '#c92a2a',
    '--page-background': '#f6f7f9',
    '--line': '#e3e6ea',
    '--dimmed-on-tint': '#4c545e',
    '--added': '#dcebff',
    '--added-edge': '#1c5fc4',
    '--removed': '#ffe7d3',
    '--removed-edge': '#b45309',
  },
  dark: {
    '--mantine-color-dimmed': '#a3acb8',
    '--mantine-color-placeholder': '#8b94a0',
    '--mantine-color-error': '#ff8787',
    '--page-background': '#14161a',
    '--line': '#2d323a',
    '--dimmed-on-tint': '#c9d0d8',
    '--mantine-color-yellow-light': '#33270f',
    '--mantine-color-yellow-light-hover': '#40310f',
    '--mantine-color-orange-light': '#33230f',
    '--mantine-color-orange-light-hover': '#402c12',
    '--mantine-color-red-light': '#3b1c1f',
    '--mantine-color-red-light-hover': '#4a2226',
    '--added': '#12305c',
    '--added-edge': '#6ba6ff',
    '--removed': '#4b2a10',
    '--removed-edge': '#f0a050',
  },
})
