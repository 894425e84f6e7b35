import { z } from 'zod'

/** What every download of a list as a table has in common. */
export const tableFile = {
  params: z.strictObject({ file_type: z.enum(['csv']).meta({ example: 'csv' }) }),
  reply: {
    status: 200,
    schema: z.union([z.string(), z.instanceof(ReadableStream)]),
    description: 'The table.',
    media: {
      parameter: 'file_type',
      types: { csv: { type: 'text/csv', schema: z.string().meta({ description: 'CSV with a header row.' }) } },
    },
  },
  failures: ['not_found'],
} as const
