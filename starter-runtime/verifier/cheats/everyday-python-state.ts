import type { Sample } from './sample.ts'

const unit = { runner: 'unittest' as const, argv: ['python3', '-m', 'unittest'], wanted: 'PASS' as const }

/** Honest results of Python tests as real packages write them: set-up, folders, mocks and coroutines. */
export const everydayPythonState: Sample[] = [
  {
    ...unit,
    name: 'Python: set up, temporary folders and mocks',
    base: {
      'notes.py': 'class Notes:\n    def __init__(self, folder):\n        self.folder = folder\n',
      'tests/__init__.py': '',
      'tests/test_notes.py': `import pathlib
import tempfile
import unittest
from unittest import mock

from notes import Notes


class NotesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def setUp(self):
        self.folder = pathlib.Path(self.holder.name) / self.id()
        self.folder.mkdir()
        self.notes = Notes(self.folder)

    def test_1_writes(self):
        self.notes.add('tea', 'green')
        self.assertEqual((self.folder / 'tea.txt').read_text(), 'green')

    def test_2_lists_in_order(self):
        for name in ('b', 'c', 'a'):
            self.notes.add(name, name.upper())
        self.assertEqual(list(self.notes), ['a', 'b', 'c'])

    def test_3_stamps(self):
        with mock.patch('time.time', return_value=12.5) as clock:
            self.assertEqual(self.notes.add('x', ''), 12.5)
        clock.assert_called_once_with()
`,
    },
    changes: {
      'notes.py': `import time


class Notes:
    def __init__(self, folder):
        self.folder = folder

    def add(self, name, text):
        (self.folder / f'{name}.txt').write_text(text)
        return time.time()

    def __iter__(self):
        return iter(sorted(path.stem for path in self.folder.glob('*.txt')))
`,
    },
  },
  {
    ...unit,
    name: 'Python: coroutines',
    base: {
      'limiter.py': 'class Limiter:\n    def __init__(self, most):\n        self.most = most\n',
      'tests/__init__.py': '',
      'tests/test_limiter.py': `import asyncio
import unittest

from limiter import Limiter


class LimiterTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.running = 0
        self.most = 0

    async def job(self, value):
        self.running += 1
        self.most = max(self.most, self.running)
        await asyncio.sleep(0.002)
        self.running -= 1
        return value

    async def test_no_more_at_once(self):
        limiter = Limiter(3)
        values = await asyncio.gather(*(limiter.run(self.job(n)) for n in range(10)))
        self.assertEqual(values, list(range(10)))
        self.assertEqual(self.most, 3)

    async def test_one_after_the_other(self):
        limiter = Limiter(1)
        await asyncio.gather(limiter.run(self.job(1)), limiter.run(self.job(2)))
        self.assertEqual(self.most, 1)
`,
    },
    changes: {
      'limiter.py': `import asyncio


class Limiter:
    def __init__(self, most):
        self.slots = asyncio.Semaphore(most)

    async def run(self, job):
        async with self.slots:
            return await job
`,
    },
  },
]
