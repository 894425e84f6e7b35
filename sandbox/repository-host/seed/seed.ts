import { dateRange } from './date-range.ts'
import { ledger } from './ledger.ts'
import { slugifyLite } from './slugify-lite.ts'
import { dotfiles, mailTemplates, tideTables } from './small-repositories.ts'
import type { Seed } from './types.ts'

/** The world of a fresh start: one organisation, its maintainer and reporters, six repositories. */
export const seed: Seed = {
  accounts: [
    { login: 'ines-maintainer', type: 'User', name: 'Ines Maintainer', email: 'ines@acme.example.test' },
    { login: 'pavel-reports', type: 'User', name: 'Pavel Reporter', email: 'pavel@example.test' },
    {
      login: 'acme',
      type: 'Organization',
      name: 'Acme Tools',
      email: 'hello@acme.example.test',
      members: { 'ines-maintainer': 'admin', 'clara-client': 'installer' },
      grantsOptional: true,
    },
  ],
  repositories: [slugifyLite, dateRange, ledger, dotfiles, mailTemplates, tideTables],
}
