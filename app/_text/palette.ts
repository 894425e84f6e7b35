export const paletteText = {
  open: 'Search or go to…',
  placeholder: 'Page, draft, job or agent',
  nothing: 'Nothing here has that name.',
  searching: 'Searching…',
  failed: 'We couldn’t search everything. Try again.',
  groups: { pages: 'Pages', drafts: 'Drafts', jobs: 'Jobs', agents: 'Agents', more: 'More' },
  issues: 'Public issues',
  docs: 'API documentation',
  light: 'Light colours',
  dark: 'Dark colours',
  system: 'Colours of this device',
} as const
