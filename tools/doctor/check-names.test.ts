import { expect, test } from 'vitest'
import { checkNames } from './check-names.ts'

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['CHAIN_CONFIRMATION', 'CHAIN_CONFIRMATIONS'],
  ['DATABASE_URL_FIEL', 'DATABASE_URL_FILE'],
  ['GITHUB_CLIENT_lD', 'GITHUB_CLIENT_ID'],
])('%s is noted, with the setting that is probably meant', (name, meant) => {
  expect(checkNames({ NODE_ENV: 'test', [name]: 'x' })).toEqual([
    {
      target: 'settings',
      check: name,
      standing: 'note',
      detail: `no program reads it; is ${meant} meant?`,
      advice: null,
    },
  ])
})

test('a setting, and what a machine sets for itself, are not noted', () => {
  const usual = [
    'PATH',
    'HOME',
    'TERM',
    'PWD',
    'USER',
    'LOGNAME',
    'SHELL',
    'LANG',
    'HOSTNAME',
    'SHLVL',
    'TZ',
    'CI',
    'MAIL',
  ]
  const names = [
    'SMTP_URL',
    'CHAIN_CONFIRMATIONS',
    'PGHOST',
    'KUBERNETES_PORT',
    'INVOCATION_ID',
    'GITHUB_SHA',
    ...usual,
  ]
  expect(checkNames({ NODE_ENV: 'test', ...Object.fromEntries(names.map((name) => [name, 'x'])) })).toEqual([])
})
