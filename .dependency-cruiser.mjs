import { layers, packages, pathsOf, pure, rooms, unlayered } from './tools/layers.ts'

const ours = `^(${rooms.join('|')}|middleware|server)([./]|$)`
/** A layer inside another one, such as app/api inside app, follows its own row. */
const inner = (layer) => Object.keys(layers).filter((other) => other !== layer && other.startsWith(`${layer}/`))

const layerRules = Object.entries(layers).map(([from, to]) => ({
  name: `layer:${from}`,
  comment: `${from} may import only ${[from, ...to].join(', ')} (tools/layers.ts)`,
  severity: 'error',
  from: { path: pathsOf(from), pathNot: [unlayered, ...inner(from).map(pathsOf)] },
  to: { path: ours, pathNot: [from, ...to].map(pathsOf) },
}))

const packageRules = Object.entries(packages).map(([name, allowed]) => ({
  name: `package:${name}`,
  comment: `${name} belongs to ${allowed.join(', ')} (tools/layers.ts)`,
  severity: 'error',
  from: { path: '^(app|lib|drizzle|middleware|server|next[.]config)', pathNot: [unlayered, ...allowed.map(pathsOf)] },
  to: { path: `(^|node_modules/)${name.replaceAll('.', '[.]')}(/|$)`, dependencyTypesNot: ['type-only', 'local'] },
}))

const pureRule = {
  name: 'pure',
  comment: 'the rules of the domain and the types of the outside world need no package',
  severity: 'error',
  from: { path: pure.map(pathsOf), pathNot: unlayered },
  to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'] },
}

const apiRule = {
  name: 'api',
  comment: 'what the API reaches uses web standards only, and no JSX: it runs without Next and without a build',
  severity: 'error',
  from: {
    path: '^(app/api|lib/(http|usecases|data|api|domain|chain|wallets|github|runtimes|vault|queue|compose|env))',
    pathNot: unlayered,
  },
  to: { path: '(^|node_modules/)(next|react|react-dom)(/|$)|[.]tsx$', dependencyTypesNot: ['type-only'] },
}

const cycleRule = {
  name: 'cycle',
  comment: 'types count too: what both files share belongs in the one that imports less, or in a file of its own',
  severity: 'error',
  from: {},
  to: { circular: true },
}
/** Files of another room are imported by the room's name, so that a move within a room changes no other one. */
const roomRules = rooms.map((room) => ({
  name: `room:${room}`,
  comment: `files of ${room} import what is in another room as #room/… (package.json, "imports")`,
  severity: 'error',
  from: { path: `^${room}/` },
  to: { path: `^(${rooms.join('|')})/`, pathNot: `^${room}/`, dependencyTypesNot: ['aliased-subpath-import'] },
}))
/** The tools of the API description have packages of their own, which are installed when they run. */
const ownPackages = '^tools/openapi/(generate[.]mjs|callers/)'
const unresolvedRule = {
  name: 'unresolved',
  severity: 'error',
  from: { pathNot: ownPackages },
  to: { couldNotResolve: true },
}

export default {
  forbidden: [...layerRules, ...packageRules, pureRule, apiRule, ...roomRules, cycleRule, unresolvedRule],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(node_modules|[.]next|contracts/(out|cache)|tools/openapi/callers)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
