/** What decides whether a test passes, for one tool chain: tests by name, manifests, lockfiles and runner configuration. */
export type Convention = {
  /** Programs whose use in a command means this tool chain. */
  programs: readonly string[]
  /** Endings of names (`.py`) and whole names (`go.mod`), in lower case, that mean it when the base has one. */
  marks: readonly string[]
  protects: readonly string[]
}

/** Where runners of most languages look for tests. */
export const testPatterns: readonly string[] = [
  ...['**/test', '**/tests', '**/__tests__', '**/spec', '**/specs', '**/testdata', '**/__snapshots__'],
  ...['**/*.test.*', '**/*.spec.*', '**/*_test.*', '**/*_spec.*', '**/*.snap'],
]

const node: Convention = {
  programs: [
    'node',
    'npm',
    'npx',
    'pnpm',
    'yarn',
    'tsx',
    'ts-node',
    'vitest',
    'jest',
    'mocha',
    'ava',
    'tap',
    'jasmine',
  ],
  marks: ['.js', '.cjs', '.mjs', '.ts', '.cts', '.mts', '.jsx', '.tsx', '.vue', '.svelte', 'package.json'],
  protects: [
    ...['**/package*.json', '**/npm-shrinkwrap.json', '**/yarn.lock', '**/pnpm-*.yaml', '**/.npmrc', '**/.yarn*'],
    ...['**/.pnp*', '**/node_modules', '**/tsconfig*.json', '**/vite.config.*', '**/vitest.*', '**/jest.*'],
    ...['**/babel.config.*', '**/.babelrc*', '**/.swcrc', '**/.mocharc*', '**/ava.config.*', '**/.taprc'],
    // Vite runs what settings of PostCSS it finds, before any test.
    ...['**/postcss.config.*', '**/.postcssrc*', '**/.c8rc*'],
    ...['**/playwright.config.*', '**/cypress.config.*', '**/karma.conf*', '**/.nycrc*', '**/node.config.json'],
    ...['**/__mocks__', '**/test.*s', '**/test-*.*s', '**/*-test.*s', '**/*.cy.*', '**/.env'],
  ],
}

const python: Convention = {
  programs: ['python', 'python3', 'pytest', 'py.test', 'tox', 'nox', 'uv', 'poetry', 'pipenv', 'hatch', 'coverage'],
  marks: ['.py', '.pyi', 'pyproject.toml', 'setup.cfg', 'tox.ini', 'pytest.ini'],
  protects: [
    ...['**/test_*.py', '**/tests.py', '**/conftest.py', '**/pytest.*', '**/.pytest.ini', '**/tox.ini'],
    ...['**/setup.cfg', '**/setup.py', '**/pyproject.toml', '**/noxfile.py', '**/requirements*.txt', '**/pipfile*'],
    ...['**/poetry.lock', '**/uv.lock', '**/.coveragerc'],
    // Found before the modules whose names they take, or run by every start of the interpreter.
    ...['**/pytest', '**/_pytest', '**/unittest', '**/unittest.py', '**/sitecustomize.py', '**/usercustomize.py'],
    ...['**/*.pth', '**/*.pyc'],
    // Python takes these for installed packages, and pytest loads the plugins that they name.
    ...['**/*.dist-info', '**/*.egg-info'],
  ],
}

const jvm: Convention = {
  programs: ['mvn', 'mvnw', 'gradle', 'gradlew', 'sbt', 'java', 'kotlinc'],
  marks: ['.java', '.kt', '.kts', '.scala', '.groovy', 'pom.xml', 'build.gradle', 'build.sbt'],
  protects: [
    ...['**/pom.xml', '**/.mvn', '**/mvnw*', '**/*.gradle', '**/*.gradle.kts', '**/gradle.properties', '**/gradle'],
    ...['**/gradlew*', '**/buildSrc', '**/*.sbt', '**/junit-platform.properties', '**/META-INF/services/org.junit*'],
    ...['**/*Test.java', '**/*Tests.java', '**/*TestCase.java', '**/*Test.kt', '**/*Tests.kt', '**/*Test.scala'],
    ...['**/*Spec.scala', '**/*Suite.scala', '**/*Spec.groovy'],
  ],
}

const dotnet: Convention = {
  programs: ['dotnet', 'msbuild'],
  marks: ['.cs', '.fs', '.vb', '.csproj', '.fsproj', '.vbproj', '.sln'],
  protects: [
    ...['**/*.csproj', '**/*.fsproj', '**/*.vbproj', '**/*.sln*', '**/*.props', '**/*.targets', '**/nuget.config'],
    ...['**/global.json', '**/*.runsettings', '**/xunit.runner.json', '**/*.Tests', '**/*Test.cs', '**/*Tests.cs'],
  ],
}

export const conventions: readonly Convention[] = [
  node,
  python,
  jvm,
  dotnet,
  { programs: ['deno'], marks: ['deno.json', 'deno.jsonc'], protects: ['**/deno.*', '**/import_map.json'] },
  {
    programs: ['bun', 'bunx'],
    marks: ['bunfig.toml', 'bun.lock', 'bun.lockb'],
    protects: ['**/bunfig.toml', '**/bun.lock*'],
  },
  {
    programs: ['go', 'gotestsum'],
    marks: ['.go', 'go.mod'],
    protects: ['**/go.mod', '**/go.sum', '**/go.work*', '**/vendor'],
  },
  {
    programs: ['cargo', 'rustc'],
    marks: ['.rs', 'cargo.toml'],
    protects: [
      ...['**/Cargo.toml', '**/Cargo.lock', '**/.cargo', '**/build.rs', '**/rust-toolchain*', '**/tests.rs'],
      '**/nextest.toml',
    ],
  },
  {
    programs: ['ruby', 'rspec', 'rake', 'bundle', 'cucumber'],
    marks: ['.rb', 'gemfile', 'rakefile'],
    protects: [
      ...['**/Gemfile*', '**/*.gemspec', '**/Rakefile', '**/.rspec*', '**/.bundle', '**/vendor', '**/test_*.rb'],
      'features',
    ],
  },
  {
    programs: ['php', 'phpunit', 'pest', 'composer'],
    marks: ['.php', 'composer.json'],
    protects: ['**/composer.*', '**/phpunit.*', '**/vendor', '**/*Test.php'],
  },
  {
    programs: ['make', 'gmake'],
    marks: ['makefile', 'gnumakefile', '.mk'],
    protects: ['**/Makefile', '**/GNUmakefile', '**/*.mk'],
  },
  { programs: ['just'], marks: ['justfile', '.justfile'], protects: ['**/justfile', '**/.justfile'] },
  { programs: ['task'], marks: ['taskfile.yml', 'taskfile.yaml'], protects: ['**/Taskfile*'] },
  {
    programs: ['cmake', 'ctest', 'meson', 'ninja'],
    marks: ['.c', '.cc', '.cpp', '.cxx', '.h', '.hpp', 'cmakelists.txt', 'meson.build'],
    protects: ['**/CMakeLists.txt', '**/*.cmake', '**/CMakePresets.json', '**/meson.build', '**/configure'],
  },
  {
    programs: ['mix', 'elixir'],
    marks: ['.ex', '.exs'],
    protects: ['**/mix.exs', '**/mix.lock', '**/config/test.exs'],
  },
  {
    programs: ['swift'],
    marks: ['.swift'],
    protects: ['**/Package.swift', '**/Package.resolved', '**/*Tests.swift'],
  },
  { programs: ['dart', 'flutter'], marks: ['.dart'], protects: ['**/pubspec.*', '**/dart_test.yaml'] },
  { programs: ['bats'], marks: ['.bats'], protects: ['**/*.bats'] },
  {
    programs: ['perl', 'prove'],
    marks: ['.pl', '.pm', '.t'],
    protects: ['**/t', '**/*.t', '**/Makefile.PL', '**/Build.PL', '**/cpanfile', '**/.proverc'],
  },
]

/** Programs that look at the text of files: a comment with the right words satisfies them. */
export const textReaders: ReadonlySet<string> = new Set([
  'grep',
  'egrep',
  'rg',
  'test',
  '[',
  'diff',
  'cmp',
  'cat',
  'head',
  'tail',
  'wc',
  'ls',
  'find',
  'stat',
  'jq',
])

/** Programs that only read or check what they are given, with what configures them. What they name is the work itself. */
export const checkers: ReadonlyMap<string, readonly string[]> = new Map([
  ['eslint', ['**/eslint.config.*', '**/.eslintrc*', '**/.eslintignore']],
  ['prettier', ['**/prettier.config.*', '**/.prettierrc*', '**/.prettierignore', '**/.editorconfig']],
  ['biome', ['**/biome.json*']],
  ['stylelint', ['**/stylelint.config.*', '**/.stylelintrc*']],
  ['oxlint', ['**/.oxlintrc.json']],
  ['ruff', ['**/ruff.toml', '**/.ruff.toml']],
  ['flake8', ['**/.flake8']],
  ['mypy', ['**/mypy.ini', '**/.mypy.ini']],
  ['pyright', ['**/pyrightconfig.json']],
  ['pylint', ['**/pylintrc', '**/.pylintrc']],
  ['black', []],
  ['isort', ['**/.isort.cfg']],
  ['rubocop', ['**/.rubocop*']],
  ['golangci-lint', ['**/.golangci.*']],
  ['phpstan', ['**/phpstan.*']],
  ['shellcheck', ['**/.shellcheckrc']],
  ['markdownlint', ['**/.markdownlint*']],
  ['yamllint', ['**/.yamllint*']],
  ...[
    'tsc',
    'vue-tsc',
    'gofmt',
    'rustfmt',
    'py_compile',
    'compileall',
    'javac',
    'gcc',
    'g++',
    'cc',
    'clang',
    'rustc',
  ].map((program): [string, string[]] => [program, []]),
  ...[...textReaders].map((program): [string, string[]] => [program, []]),
  ...['echo', 'sha256sum', 'md5sum', 'xmllint', 'yq', 'cp', 'mv', 'rm', 'mkdir', 'touch', 'git'].map(
    (program): [string, string[]] => [program, []],
  ),
])
