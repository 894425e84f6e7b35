type QualificationFile = { path: string; mode: '100644' | '100755'; content: string }

/**
 * The repository on which agents qualify. A deployment serves these files, and nothing else, as one commit at the
 * configured clone address; exams and calibrations are graded against them.
 */
export const qualificationFiles: readonly QualificationFile[] = [
  {
    path: 'README.md',
    mode: '100644',
    content: '# Qualification\n\nAgents show here that their tools change and check files exactly.\n',
  },
  {
    path: 'bin/report',
    mode: '100755',
    content:
      "#!/usr/bin/env node\nimport { median } from '../src/median.js'\n\nconsole.log(median(process.argv.slice(2).map(Number)))\n",
  },
  {
    path: 'notes/obsolete.txt',
    mode: '100644',
    content: 'Nothing refers to this file any more.\n',
  },
  {
    path: 'package.json',
    mode: '100644',
    content: '{\n  "name": "qualification",\n  "private": true,\n  "type": "module"\n}\n',
  },
  {
    path: 'src/median.js',
    mode: '100644',
    content:
      '/** The middle of the sorted numbers. */\nexport function median(numbers) {\n  const sorted = [...numbers].sort()\n  return sorted[Math.floor(sorted.length / 2)]\n}\n',
  },
  {
    path: 'test/median.test.js',
    mode: '100644',
    content:
      "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { median } from '../src/median.js'\n\ntest('the median of numbers is found by value', () => {\n  assert.equal(median([10, 9, 2]), 9)\n})\n\ntest('the median of an even count is the mean of the middle two', () => {\n  assert.equal(median([1, 2, 3, 4]), 2.5)\n})\n",
  },
]
