import { expect, test } from 'vitest'
import { executedBy } from './executed-paths.ts'

test.each([
  ['package.json', 'the package manager'],
  ['tools/package.json', 'the package manager'],
  ['pnpm-lock.yaml', 'the package manager'],
  ['Makefile', 'the build'],
  ['native/build.rs', 'the build'],
  ['Dockerfile.release', 'the image build'],
  ['conftest.py', 'the test runner'],
  ['src/price.test.ts', 'the test runner'],
  ['pkg/price_test.go', 'the test runner'],
  ['vite.config.ts', 'the tool that it configures'],
  ['.eslintrc.cjs', 'the tool that it configures'],
  ['.husky/pre-commit', 'git hooks'],
  ['.vscode/tasks.json', 'the editor'],
  ['.devcontainer/devcontainer.json', 'the editor'],
  ['.circleci/config.yml', 'continuous integration'],
  ['Jenkinsfile', 'continuous integration'],
  ['.envrc', 'the shell of anyone who enters the folder'],
  ['.npmrc', 'the package manager'],
  ['CLAUDE.md', 'coding agents'],
])('%s is marked as run or obeyed by %s', (path, by) => {
  expect(executedBy(path)).toBe(by)
})

test.each(['src/slugify.js', 'README.md', 'docs/package.json.md', 'constructor', 'src/__proto__/x.js', 'src/tests.ts'])(
  '%s is left unmarked',
  (path) => {
    expect(executedBy(path)).toBeNull()
  },
)
