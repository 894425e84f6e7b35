import type { Sample } from './sample.ts'

const shell = { runner: 'shell' as const, argv: ['sh', 'test/check.sh'], wanted: 'PASS' as const }

/** Honest results of shell tests as real packages write them. */
export const everydayShell: Sample[] = [
  {
    ...shell,
    name: 'shell: a function that checks, and a count of failures',
    base: {
      'bin/wordcount': '#!/bin/sh\necho 0\n',
      'test/check.sh': `#!/bin/sh
# Runs every case and tells how many failed.
failed=0
check() {
  if [ "$2" = "$3" ]; then
    echo "ok - $1"
  else
    echo "not ok - $1: wanted $3, got $2"
    failed=$((failed + 1))
  fi
}

check 'nothing' "$(printf '' | sh bin/wordcount)" 0
check 'one line' "$(printf 'a b c\\n' | sh bin/wordcount)" 3
check 'two lines' "$(printf 'a\\n\\nb  c' | sh bin/wordcount)" 3
exit "$failed"
`,
    },
    changes: {
      'bin/wordcount': `#!/bin/sh
# Counts the words of its input.
tr -s '[:space:]' '\\n' | grep -c . || true
`,
    },
  },
  {
    ...shell,
    name: 'shell: what is wanted stands in variables and in a file',
    base: {
      'lib/csv.sh': 'column() { cat; }\n',
      'test/data/people.csv': 'name,town,age\nAnn,Bonn,31\nBob,Ulm,45\n',
      'test/data/towns.txt': 'town\nBonn\nUlm\n',
      'test/check.sh': `#!/bin/sh
set -eu
. ./lib/csv.sh
echo 'columns of a table'
want='31'
got=$(column 3 < test/data/people.csv | sed -n 2p)
[ "$got" = "$want" ] || { echo "got $got"; exit 1; }
want='Bob'
got=$(column 1 < test/data/people.csv | tail -n 1)
[ "$got" = "$want" ] || { echo "got $got"; exit 1; }
column 2 < test/data/people.csv | diff - test/data/towns.txt
`,
    },
    changes: { 'lib/csv.sh': '# column N: the Nth field of each line\ncolumn() { cut -d, -f"$1"; }\n' },
  },
  {
    ...shell,
    name: 'shell: what a program prints to each of its outputs, and its exit code',
    base: {
      'bin/age.sh': '#!/bin/sh\n',
      'test/check.sh': `#!/bin/sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
sh bin/age.sh 1990 2020 >"$tmp/out" 2>"$tmp/err" || exit 1
grep -q '^30 years$' "$tmp/out" || exit 1
test ! -s "$tmp/err" || exit 1
if sh bin/age.sh >"$tmp/out" 2>"$tmp/err"; then exit 1; fi
grep -q usage "$tmp/err"
`,
    },
    changes: {
      'bin/age.sh': `#!/bin/sh
if [ $# -ne 2 ]; then
  echo 'usage: age.sh BORN NOW' >&2
  exit 2
fi
echo "$(($2 - $1)) years"
`,
    },
  },
]
