export const journalText = {
  csv: 'Journal as CSV',
  jsonLines: 'Journal as JSON Lines',
} as const
