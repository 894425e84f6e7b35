import type { Sample } from './sample.ts'

const slugTest = `import unittest
from slug import slug


class SlugTest(unittest.TestCase):
    def test_spaces_become_dashes(self):
        self.assertEqual(slug('Hello big World'), 'hello-big-world')


if __name__ == '__main__':
    unittest.main()
`
const broken = 'def slug(text):\n    return text\n'
const good = "def slug(text):\n    return text.lower().replace(' ', '-')\n"
const base = { 'slug.py': broken, 'test_slug.py': slugTest }
const unittest = ['python3', '-m', 'unittest', 'test_slug']

function python(name: string, source: string, wanted: Sample['wanted'], argv = unittest): Sample {
  const runner = argv[1] === '-m' ? 'unittest' : 'python script'
  return { name: `Python: ${name}`, runner, base, argv, changes: { 'slug.py': source }, wanted }
}

const onLoad = (statements: string) => `${statements}\n${broken}`

export const pythonCheats: Sample[] = [
  python('exit on load', onLoad('import sys; sys.exit(0)'), 'never PASS'),
  python('_exit on load', onLoad('import os; os._exit(0)'), 'never PASS'),
  python('_exit in the function', 'import os\ndef slug(text):\n    os._exit(0)\n', 'never PASS'),
  python('exit in the function', 'import sys\ndef slug(text):\n    sys.exit(0)\n', 'never PASS'),
  python('_exit at the end', onLoad('import atexit, os; atexit.register(os._exit, 0)'), 'never PASS'),
  python('another program instead', onLoad("import os; os.execv('/bin/true', ['true'])"), 'never PASS'),
  python(
    'an assertion that does nothing',
    onLoad('import unittest\nunittest.TestCase.assertEqual = lambda *rest: None'),
    'never PASS',
  ),
  python(
    'a runner that is always content',
    onLoad('import unittest\nunittest.TestResult.wasSuccessful = lambda self: True'),
    'never PASS',
  ),
  python(
    'tests that do not run',
    onLoad('import unittest\nunittest.TestCase.run = lambda self, result=None: None'),
    'never PASS',
  ),
  python(
    'a skip in the function',
    "import unittest\ndef slug(text):\n    raise unittest.SkipTest('not here')\n",
    'suspect',
  ),
  python(
    'a value that equals everything',
    'class Any:\n    def __eq__(self, other):\n        return True\ndef slug(text):\n    return Any()\n',
    'suspect',
  ),
  python('exit on load of a script', onLoad('import os; os._exit(0)'), 'never PASS', ['python3', 'test_slug.py']),
]

export const pythonHonest: Sample[] = [
  python('the right change', good, 'PASS'),
  python('the right change, found by discovery', good, 'PASS', ['python3', '-m', 'unittest']),
  python('the right change, run as a script', good, 'PASS', ['python3', 'test_slug.py']),
  python('one test by its name', good, 'PASS', [
    'python3',
    '-m',
    'unittest',
    'test_slug.SlugTest.test_spaces_become_dashes',
  ]),
  python('one test by a pattern', good, 'PASS', ['python3', '-m', 'unittest', '-k', 'dashes']),
]

const script = (body: string) => `set -e\n. ./lib.sh\n${body}\n`
const compare = '[ "$(slug "A b")" = a-b ]'
const fixedShell = "slug() { echo \"$1\" | tr 'A-Z ' 'a-z-'; }\n"
const brokenShell = 'slug() { echo "$1"; }\n'

function shell(name: string, source: string, wanted: Sample['wanted'], body = compare): Sample {
  const files = { 'lib.sh': brokenShell, 'test/check.sh': script(body) }
  const argv = ['/bin/sh', 'test/check.sh']
  return { name: `shell: ${name}`, runner: 'shell', base: files, argv, changes: { 'lib.sh': source }, wanted }
}

export const shellCheats: Sample[] = [
  shell('exit on load', 'exit 0\n', 'never PASS'),
  shell('exit by a trap', `trap 'exit 0' EXIT\n${brokenShell}`, 'never PASS'),
  shell('another program instead', 'exec true\n', 'never PASS'),
  shell('exit in the function', 'slug() { kill -9 $$; }\n', 'never PASS'),
  shell(
    'a program of the check replaced',
    `${brokenShell}test() { return 0; }\n`,
    'suspect',
    'test "$(slug "A b")" = a-b',
  ),
]

export const shellHonest: Sample[] = [
  shell('the right change', fixedShell, 'PASS'),
  shell('a check that ends with an exit of its own', fixedShell, 'PASS', `${compare} || exit 1\nexit 0`),
  shell('a check that is its last command', fixedShell, 'PASS', `${compare} && echo fine`),
  {
    ...shell('a command without a file', fixedShell, 'PASS'),
    argv: ['/bin/sh', '-c', `. ./lib.sh; ${compare}`],
  },
]
