import { commonLabels } from './labels.ts'
import type { SeedRepository } from './types.ts'

/** The client's own repository. */
export const dotfiles: SeedRepository = {
  owner: 'clara-client',
  name: 'dotfiles',
  description: 'Shell and editor settings.',
  topics: ['dotfiles'],
  createdAt: '2025-04-21T19:00:00Z',
  labels: commonLabels,
  commits: [
    {
      message: 'Start over',
      author: 'clara-client',
      date: '2025-04-21T19:05:00Z',
      files: {
        'README.md': '# dotfiles\n\n`./install.sh` links everything into the home folder.\n',
        'install.sh':
          '#!/bin/sh\nset -eu\nfor file in zshrc gitconfig; do\n  ln -sfn "$PWD/$file" "$HOME/.$file"\ndone\n',
        zshrc: "setopt hist_ignore_dups share_history\nalias ll='ls -lah'\nexport EDITOR=vim\n",
        gitconfig: '[pull]\n  rebase = true\n[init]\n  defaultBranch = main\n',
      },
    },
  ],
  issues: [
    {
      title: 'install.sh overwrites existing files without asking',
      author: 'clara-client',
      at: '2026-01-05T20:15:00Z',
      labels: ['bug'],
      body: 'Keep a copy as `.zshrc.before` when a plain file is in the way, and say so. A second run must change nothing.',
    },
  ],
}

/** Archived: readable, but nothing can be changed. */
export const mailTemplates: SeedRepository = {
  owner: 'acme',
  name: 'mail-templates',
  description: 'HTML mail templates, replaced by the new mailer.',
  archived: true,
  topics: ['email'],
  createdAt: '2025-03-17T11:00:00Z',
  collaborators: { 'clara-client': 'push' },
  labels: commonLabels,
  commits: [
    {
      message: 'Import templates',
      author: 'ines-maintainer',
      date: '2025-03-17T11:20:00Z',
      files: {
        'README.md': '# mail-templates\n\nNo longer maintained.\n',
        'templates/welcome.html': '<!doctype html>\n<title>Welcome</title>\n<p>Hello {{name}}, nice to meet you.</p>\n',
      },
    },
  ],
  issues: [
    {
      title: 'Dark mode makes the logo invisible',
      author: 'pavel-reports',
      at: '2025-05-08T14:00:00Z',
      labels: ['bug'],
      body: 'The logo is black on transparent. Give it a white outline.',
    },
  ],
}

/** A repository of the persona who is client and agent owner at once. */
export const tideTables: SeedRepository = {
  owner: 'bea-both',
  name: 'tide-tables',
  description: 'Prints tide tables as plain text.',
  topics: ['cli', 'tides'],
  createdAt: '2025-08-02T05:45:00Z',
  labels: commonLabels,
  commits: [
    {
      message: 'Print a table',
      author: 'bea-both',
      date: '2025-08-02T06:00:00Z',
      files: {
        'README.md': '# tide-tables\n\n`node tides.js < tides.json`\n',
        'package.json': '{ "name": "tide-tables", "type": "module", "scripts": { "test": "node --test" } }\n',
        'src/format.js':
          "/** One line per tide: time, height in metres, high or low. */\nexport function format(tides) {\n  return tides.map(({ time, height, kind }) => [time, height.toFixed(1), 'm', kind].join(' ')).join('\\n')\n}\n",
      },
    },
  ],
  issues: [
    {
      title: 'Align heights of ten metres and more',
      author: 'bea-both',
      at: '2026-02-22T06:30:00Z',
      labels: ['bug', 'good first issue'],
      body: 'Columns shift when a height has two digits before the point. Pad to the widest height of the table.',
    },
  ],
}
