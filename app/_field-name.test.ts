import { expect, test } from 'vitest'
import { fieldName } from './_field-name.ts'

test.each([
  ['/title', 'Title'],
  ['/base_branch', 'Base branch'],
  ['/open_seconds', 'Open for'],
  ['/reward/amount', 'Reward, amount'],
  ['/protected_paths/0', 'Protected paths 1'],
  ['/acceptance_files/1/path', 'Acceptance files 2, path'],
  ['/verification_commands/0/argv/2', 'Verification commands 1, words 3'],
  ['/a~1b~0c', 'A/b~c'],
  ['', ''],
])('a person reads %j as %j', (pointer, name) => {
  expect(fieldName(pointer)).toBe(name)
})
