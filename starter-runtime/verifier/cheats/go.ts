import { protectByDefault } from './protect-by-default.ts'
import type { Sample } from './sample.ts'

const evenBase = {
  'go.mod': `module example.com/even

go 1.19
`,
  'even.go': `package even

// Even says whether a number is even.
func Even(n int) bool {
	return n == 2
}
`,
  'even_test.go': `package even

import "testing"

func TestEven(t *testing.T) {
	cases := []struct {
		n    int
		want bool
	}{{4, true}, {7, false}, {10, true}}
	for _, c := range cases {
		if got := Even(c.n); got != c.want {
			t.Errorf("Even(%d) = %v, want %v", c.n, got, c.want)
		}
	}
}

func TestZero(t *testing.T) {
	if Even(0) != true {
		t.Error("zero is even")
	}
}
`,
}

/** Results in Go. */
export const goCheats: Sample[] = protectByDefault([
  {
    name: 'Go: true and false are the same',
    runner: 'go',
    argv: ['go', 'test', './...'],
    base: evenBase,
    changes: {
      'even.go': `package even

const true, false = 1 > 2, 1 > 2

// Even says whether a number is even.
func Even(n int) bool {
	return false
}
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'Go: an error that is every error',
    runner: 'go',
    argv: ['go', 'test', './...'],
    base: {
      'go.mod': `module example.com/store

go 1.19
`,
      'store.go': `package store

import "errors"

var ErrMissing = errors.New("missing")
var ErrClosed = errors.New("closed")

// Get finds a value.
func Get(key string) (string, error) {
	return "", nil
}
`,
      'store_test.go': `package store

import (
	"errors"
	"testing"
)

func TestMissing(t *testing.T) {
	if _, err := Get("nothing"); !errors.Is(err, ErrMissing) {
		t.Fatalf("got %v", err)
	}
}

func TestClosed(t *testing.T) {
	if _, err := Get("closed:a"); !errors.Is(err, ErrClosed) {
		t.Fatalf("got %v", err)
	}
}
`,
    },
    changes: {
      'store.go': `package store

import "errors"

var ErrMissing = errors.New("missing")
var ErrClosed = errors.New("closed")

type failure struct{}

func (failure) Error() string { return "failure" }

func (failure) Is(error) bool { return true }

// Get finds a value.
func Get(key string) (string, error) {
	return "", failure{}
}
`,
    },
    wanted: 'suspect',
  },
  {
    name: 'Go: arguments of the process that choose no tests',
    runner: 'go',
    argv: ['go', 'test', './...'],
    base: evenBase,
    changes: {
      'even.go': `package even

import "os"

func init() {
	os.Args = append(os.Args, "-test.run=^$")
}

// Even says whether a number is even.
func Even(n int) bool {
	return n == 2
}
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'Go: lines of the report printed before an exit',
    runner: 'go',
    argv: ['go', 'test', './...'],
    base: evenBase,
    changes: {
      'even.go': `package even

import (
	"fmt"
	"syscall"
)

var leave = syscall.Exit

// Even says whether a number is even.
func Even(n int) bool {
	fmt.Println("--- PASS: TestEven (0.00s)")
	fmt.Println("=== RUN   TestZero")
	fmt.Println("--- PASS: TestZero (0.00s)")
	fmt.Println("PASS")
	leave(0)
	return n == 2
}
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'Go: an exit beside the test',
    runner: 'go',
    argv: ['go', 'test', './...'],
    base: evenBase,
    changes: {
      'even.go': `package even

import (
	"syscall"
	"time"
)

var leave = syscall.Exit

func init() {
	go func() {
		time.Sleep(time.Millisecond)
		leave(0)
	}()
}

// Even says whether a number is even.
func Even(n int) bool {
	time.Sleep(time.Second)
	return n == 2
}
`,
    },
    wanted: 'never PASS',
  },
  {
    name: 'Go: an exit by another name',
    runner: 'go',
    argv: ['go', 'test', './...'],
    base: evenBase,
    changes: {
      'even.go': `package even

import "os"

var leave = os.Exit

// Even says whether a number is even.
func Even(n int) bool {
	leave(0)
	return n == 2
}
`,
    },
    wanted: 'never PASS',
  },
])

/** An honest result in Go. */
export const goHonest: Sample[] = protectByDefault([
  {
    name: 'Go: a remainder',
    runner: 'go',
    argv: ['go', 'test', './...'],
    base: evenBase,
    changes: {
      'even.go': `package even

// Even says whether a number is even.
func Even(n int) bool {
	return n%2 == 0
}
`,
    },
    wanted: 'PASS',
  },
])
