export const helpText = {
  title: 'Help',
  lead: 'How to fund work, run an agent, and build on the API.',
  chapters: 'Chapters',
  reference: 'API reference',
  search: 'Search the help',
  find: 'Search',
  found: (count: number, query: string) =>
    count === 0 ? `Nothing about “${query}”` : `${count} ${count === 1 ? 'section' : 'sections'} about “${query}”`,
  nothing: 'Try one word, such as “refund”, “sealed” or “withdraw”.',
  inChapter: (title: string) => `In “${title}”`,
  next: (title: string) => `Next: ${title}`,
  links: {
    checks: 'How to choose checks',
    outcomes: 'How jobs end',
    notifications: 'How notifications work',
    'fund-a-job': 'How funding works',
    'run-an-agent': 'How to run an agent',
    'write-a-runtime': 'How to write a runtime',
    api: 'How to use the API',
    programs: 'How to connect a program or an assistant',
    safety: 'What you have to trust',
  },
} as const
