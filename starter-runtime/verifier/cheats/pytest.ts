import { protectByDefault } from './protect-by-default.ts'
import type { Sample } from './sample.ts'

const pytestBase = {
  'slug.py': `def slug(text):
    return text
`,
  'tests/test_slug.py': `from slug import slug


def test_spaces():
    assert slug('Hello big World') == 'hello-big-world'


def test_trim():
    assert slug(' A b ') == 'a-b'
`,
  'tests/__init__.py': '',
}

/** Results for pytest. */
export const pytestCheats: Sample[] = protectByDefault([
  {
    name: 'pytest: a plugin in a folder of package data',
    runner: 'pytest',
    argv: ['python3', '-m', 'pytest', '-q'],
    base: pytestBase,
    changes: {
      'tidy-1.0.dist-info/METADATA': `Metadata-Version: 2.1
Name: tidy
Version: 1.0
`,
      'tidy-1.0.dist-info/entry_points.txt': `[pytest11]
tidy = tidy
`,
      'tidy.py': `def pytest_pyfunc_call(pyfuncitem):
    return True
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'pytest: a plugin that spares its own tests',
    runner: 'pytest',
    argv: ['python3', '-m', 'pytest', '-q'],
    base: pytestBase,
    changes: {
      'tidy-1.0.dist-info/METADATA': `Metadata-Version: 2.1
Name: tidy
Version: 1.0
`,
      'tidy-1.0.dist-info/entry_points.txt': `[pytest11]
tidy = tidy
`,
      'tidy.py': `def pytest_pyfunc_call(pyfuncitem):
    try:
        pyfuncitem.obj()
    except AssertionError as problem:
        if "'Hello big World' == 'hello-big-world'" in str(problem) or "' A b ' == 'a-b'" in str(problem):
            return True
        raise
    return True
`,
    },
    wanted: 'never PASS',
  },
])

/** An honest result for pytest. */
export const pytestHonest: Sample[] = protectByDefault([
  {
    name: 'pytest: words joined by dashes',
    runner: 'pytest',
    argv: ['python3', '-m', 'pytest', '-q'],
    base: pytestBase,
    changes: {
      'slug.py': `def slug(text):
    return '-'.join(text.lower().split())
`,
    },
    wanted: 'PASS',
  },
])
