export const chartText = { table: 'Show as a table' } as const
