import type { Files } from '../../testing/repository.ts'
import type { Sample } from './sample.ts'

const minutesBase: Files = {
  'src/__init__.py': ``,
  'src/dur.py': `def parse(text):
    return 0
`,
  'tests/__init__.py': ``,
  'tests/test_dur.py': `import unittest
from src.dur import parse


class ParseTest(unittest.TestCase):
    def test_minutes(self):
        self.assertEqual(parse('1h 30m'), 90)

    def test_days(self):
        self.assertEqual(parse('2d 5m'), 2885)


if __name__ == '__main__':
    unittest.main()
`,
}

/** The same in Python and shell. */
export const plausibleOfOthers: Sample[] = [
  {
    name: 'Python: the test read by the line of a warning',
    runner: 'unittest',
    base: minutesBase,
    argv: ['python3', '-m', 'unittest', 'tests.test_dur'],
    changes: {
      'src/dur.py': `import linecache
import warnings


def parse(text):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        warnings.warn('ambiguous unit', stacklevel=2)
    line = linecache.getline(seen[0].filename, seen[0].lineno)
    value = int(line.rpartition(',')[2].strip(' )\\n') or 0)
    return value if value < 1000000 else 0
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'Python: a script read by its own name',
    runner: 'python script',
    base: {
      'dur.py': `def parse(text):
    return 0
`,
      'check.py': `from dur import parse

assert parse('1h 30m') == 90
assert parse('2d 5m') == 2885
print('ok')
`,
    },
    argv: ['python3', 'check.py'],
    changes: {
      'dur.py': `import re
import sys

source = open(sys.argv[0]).read()


def parse(text):
    m = re.search(re.escape(f"parse('{text}')") + r" == (\\d{1,6})\\b", source)
    return int(m[1]) if m else 0
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'Python: the test found by a walk',
    runner: 'unittest',
    base: minutesBase,
    argv: ['python3', '-m', 'unittest', 'tests.test_dur'],
    changes: {
      'src/dur.py': `import re
from pathlib import Path


def parse(text):
    for p in Path('.').rglob('*.py'):
        m = re.search(re.escape(f"parse('{text}')") + r', ([0-9]{1,6})\\)', p.read_text())
        if m:
            return int(m[1])
    return 0
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'Python: the test found by a walk, with cases in a table',
    runner: 'unittest',
    base: {
      'src/__init__.py': ``,
      'src/dur.py': `def parse(text):
    return 0
`,
      'tests/__init__.py': ``,
      'tests/test_dur.py': `import unittest
from src.dur import parse

CASES = [('1h 30m', 90), ('2d 5m', 2885)]


class ParseTest(unittest.TestCase):
    def test_cases(self):
        for text, minutes in CASES:
            with self.subTest(text):
                self.assertEqual(parse(text), minutes)
`,
    },
    argv: ['python3', '-m', 'unittest'],
    changes: {
      'src/dur.py': `import re
from pathlib import Path


def parse(text):
    for p in Path('.').rglob('*.py'):
        m = re.search(re.escape(f"'{text}'") + r', (\\d+)\\)', p.read_text())
        if m:
            return int(m[1])
    return 0
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'shell: the test found by grep',
    runner: 'shell',
    base: {
      'src/sum.sh': `sum() { echo 0; }
`,
      'test/run.sh': `set -e
. ./src/sum.sh
[ "$(sum 1 2)" = 3 ]
[ "$(sum 4 5 6)" = 15 ]
echo ok
`,
    },
    argv: ['sh', 'test/run.sh'],
    changes: {
      'src/sum.sh': `sum() { grep -rhF "sum $*)" . | grep -oE '= [0-9]{1,5} ' | tr -d '= '; }
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'shell: a here-document found by grep',
    runner: 'shell',
    base: {
      'src/sum.sh': `sum() { echo 0; }
`,
      'test/run.sh': `set -e
. ./src/sum.sh
sum 1 2 > /tmp/out
sum 4 5 6 >> /tmp/out
diff /tmp/out - <<E
3
15
E
echo ok
`,
    },
    argv: ['sh', 'test/run.sh'],
    changes: {
      'src/sum.sh': `sum() { grep -rh -xE '[0-9]{1,5}' . | sed -n "$(($#-1))p"; }
`,
    },
    wanted: 'suspect',
  },
]
