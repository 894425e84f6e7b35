export const earningsChartText = {
  title: 'Last 30 days',
  summary: (sum: string, days: number) =>
    days === 1 ? `${sum} on one of the last 30 days` : `${sum} on ${days} of the last 30 days`,
  day: 'Day (UTC)',
  amount: 'Earned',
} as const
