const byName = new Map(
  Object.entries({
    'package.json': 'the package manager',
    'package-lock.json': 'the package manager',
    'npm-shrinkwrap.json': 'the package manager',
    'yarn.lock': 'the package manager',
    'pnpm-lock.yaml': 'the package manager',
    'pnpm-workspace.yaml': 'the package manager',
    'bun.lock': 'the package manager',
    'deno.json': 'the package manager',
    'deno.lock': 'the package manager',
    '.npmrc': 'the package manager',
    '.yarnrc.yml': 'the package manager',
    '.pnpmfile.cjs': 'the package manager',
    'cargo.toml': 'the package manager',
    'cargo.lock': 'the package manager',
    'build.rs': 'the build',
    'go.mod': 'the package manager',
    'go.sum': 'the package manager',
    gemfile: 'the package manager',
    'gemfile.lock': 'the package manager',
    rakefile: 'the build',
    'composer.json': 'the package manager',
    'composer.lock': 'the package manager',
    'pyproject.toml': 'the package manager',
    'poetry.lock': 'the package manager',
    'uv.lock': 'the package manager',
    'setup.py': 'the package manager',
    'setup.cfg': 'the package manager',
    pipfile: 'the package manager',
    'pipfile.lock': 'the package manager',
    'conftest.py': 'the test runner',
    'tox.ini': 'the test runner',
    'noxfile.py': 'the test runner',
    makefile: 'the build',
    gnumakefile: 'the build',
    justfile: 'the build',
    'taskfile.yml': 'the build',
    'cmakelists.txt': 'the build',
    dockerfile: 'the image build',
    containerfile: 'the image build',
    'docker-compose.yml': 'the image build',
    'compose.yml': 'the image build',
    'compose.yaml': 'the image build',
    'pom.xml': 'the build',
    'build.gradle': 'the build',
    'build.gradle.kts': 'the build',
    'settings.gradle': 'the build',
    gradlew: 'the build',
    mvnw: 'the build',
    jenkinsfile: 'continuous integration',
    '.gitlab-ci.yml': 'continuous integration',
    '.travis.yml': 'continuous integration',
    'azure-pipelines.yml': 'continuous integration',
    'action.yml': 'continuous integration',
    'action.yaml': 'continuous integration',
    'vercel.json': 'the hosting provider',
    'netlify.toml': 'the hosting provider',
    'fly.toml': 'the hosting provider',
    procfile: 'the hosting provider',
    '.envrc': 'the shell of anyone who enters the folder',
    '.env': 'programs at their start',
    '.pre-commit-config.yaml': 'git hooks',
    'lefthook.yml': 'git hooks',
    '.lintstagedrc': 'git hooks',
    'agents.md': 'coding agents',
    'claude.md': 'coding agents',
    '.cursorrules': 'coding agents',
    '.mcp.json': 'coding agents',
  }),
)

const byFolder = new Map(
  Object.entries({
    '.husky': 'git hooks',
    '.githooks': 'git hooks',
    '.circleci': 'continuous integration',
    '.buildkite': 'continuous integration',
    '.vscode': 'the editor',
    '.idea': 'the editor',
    '.devcontainer': 'the editor',
    '.cargo': 'the package manager',
    '.yarn': 'the package manager',
    '.cursor': 'coding agents',
    '.claude': 'coding agents',
  }),
)

const byPattern: [RegExp, string][] = [
  [/^requirements[\w.-]*\.txt$/, 'the package manager'],
  [/\.(csproj|fsproj|vbproj|sln|props|targets)$/, 'the build'],
  [/\.gemspec$/, 'the package manager'],
  [/\.mk$/, 'the build'],
  [/^(dockerfile|containerfile)\./, 'the image build'],
  [/^docker-compose[\w.-]*\.ya?ml$/, 'the image build'],
  [/\.config\.(js|cjs|mjs|ts|cts|mts)$/, 'the tool that it configures'],
  [/^\.[\w-]+rc\.(js|cjs|mjs|ts)$/, 'the tool that it configures'],
  [/\.(test|spec)\.[cm]?[jt]sx?$/, 'the test runner'],
  [/^(test_.*|.*_test)\.(py|go|rb)$/, 'the test runner'],
]

/**
 * Tools that run or obey a file without being asked, in continuous integration or on a developer's machine, before
 * anyone has read it; null for a file that only matters when the program is run. A list of the usual ones, not a proof
 * of harmlessness.
 */
export function executedBy(path: string): string | null {
  const parts = path.toLowerCase().split('/')
  const name = parts.at(-1) ?? ''
  const folder = parts.slice(0, -1).find((part) => byFolder.has(part))
  if (folder) return byFolder.get(folder) ?? null
  return byName.get(name) ?? byPattern.find(([pattern]) => pattern.test(name))?.[1] ?? null
}
