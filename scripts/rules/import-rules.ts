import { posix } from 'node:path'
import { type Arrow, arrows } from './arrows.ts'
import type { Import, SourceFacts } from './find-imports.ts'

export interface Violation {
  file: string
  line: number
  /** What stands there: an import, or a call of fetch. */
  found: string
  rule: string
  why: string
}

/** A package of ours: its name, folder and the subpaths that its `exports` offer. */
export interface OwnPackage {
  name: string
  folder: string
  exports: Readonly<Record<string, string>>
}

/** Holds one file against the rules of who may import whom. */
export function judgeFacts(
  file: string,
  { imports, fetchLines }: SourceFacts,
  packages: readonly OwnPackage[],
): Violation[] {
  const part = partOf(file)
  if (part === undefined) {
    return [
      {
        file,
        line: 1,
        found: 'lies in a part that scripts/rules/arrows.ts does not name',
        rule: 'every folder has its arrows',
        why: 'what no rule covers grows in any direction',
      },
    ]
  }
  const broken = imports.flatMap((each) => {
    const rule = judgeImport(file, part, each, packages)
    return rule ? [{ file, line: each.line, found: `imports ${each.specifier}`, ...rule }] : []
  })
  const fetchRule = findFetchRule(file, part)
  if (!fetchRule) return broken
  const fetches = fetchLines.map((line) => ({ file, line, found: 'calls fetch', ...fetchRule }))
  return [...broken, ...fetches]
}

export function describeViolation({ file, line, found, rule, why }: Violation): string {
  return `${file}:${line} ${found}\n    rule: ${rule}\n    why:  ${why}`
}

/** It hands on what pages ask for, and asks for nothing of its own. */
const SERVICE_WORKER = 'apps/web/src/service-worker.ts'

type Rule = Pick<Violation, 'rule' | 'why'>

const NO_RAW_FETCH: Rule = {
  rule: 'the web app calls our API through @awan/client, never by fetch',
  why: 'credentials, retries, origins and errors are handled once, in the client',
}

const ONE_WAY_OUT: Rule = {
  rule: 'the server makes HTTP requests by kernel/outgoing alone',
  why: 'addresses are judged when they are connected to; time, size and rate are limited once',
}

const HTTP_MODULES = new Set(['node:http', 'node:https', 'node:http2', 'undici'])
/** What answers requests, what makes the guarded ones, and what keeps connections to the bucket. */
const USES_HTTP =
  /^apps\/server\/src\/(http\/|kernel\/outgoing\/|blobs\/(disk-reader|s3-client)\.ts$)/

function findFetchRule(file: string, part: Arrow): Rule | undefined {
  if (isTest(file) || file === SERVICE_WORKER) return undefined
  if (part.from.startsWith('web/')) return NO_RAW_FETCH
  return isServing(file) ? ONE_WAY_OUT : undefined
}

function isServing(file: string): boolean {
  return file.startsWith('apps/server/src/') && !isTest(file) && !/\/testing-[^/]+$/.test(file)
}

function judgeImport(
  file: string,
  part: Arrow,
  each: Import,
  packages: readonly OwnPackage[],
): Rule | undefined {
  const { specifier } = each
  if (specifier.startsWith('.')) {
    const target = posix.normalize(posix.join(posix.dirname(file), specifier))
    return judgeTarget(file, part, each, target)
  }
  const owner = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`))
  if (owner === undefined) return judgeForeign(file, part, each)
  const target = resolveExport(owner, specifier)
  if (target === undefined) {
    return {
      rule: `${owner.name} is imported by what its package.json exports`,
      why: 'what lies behind the exports may change without notice to anyone',
    }
  }
  return judgeTarget(file, part, each, target) ?? judgeSchemas(file, part, each)
}

function judgeTarget(
  file: string,
  part: Arrow,
  { specifier, kind }: Import,
  target: string,
): Rule | undefined {
  if (specifier.startsWith('.') && packageFolderOf(file) !== packageFolderOf(target)) {
    // A program of another package that is started, not imported.
    if (kind === 'file') return undefined
    return {
      rule: 'a package is left by its name (@awan/...), never by a relative path',
      why: 'package.json then shows who depends on whom, and exports stay the only doors',
    }
  }
  if (target.includes('.store.') && posix.dirname(target) !== posix.dirname(file)) {
    return {
      rule: 'a *.store.ts is imported only from its own folder',
      why: 'SQL stays behind the rules of the flow that owns its tables',
    }
  }
  const goal = partOf(target)
  if (goal === undefined || goal.from === part.from) return undefined
  if (part.from === 'server/drive' && goal.from === 'server/account') {
    return target === 'apps/server/src/account/index.ts'
      ? undefined
      : { rule: 'drive imports account by account/index.ts', why: 'one door between the two' }
  }
  if (part.mayImport.includes(goal.from)) return undefined
  if (kind === 'type' && part.mayImportTypesOf?.includes(goal.from)) return undefined
  if (part.from.startsWith('server/') && goal.from === 'client' && isTest(file)) return undefined
  const types = part.mayImportTypesOf?.length
    ? `, types of ${part.mayImportTypesOf.join(', ')}`
    : ''
  return {
    rule: `${part.from} imports ${(part.mayImport.join(', ') || 'nothing of ours') + types}; not ${goal.from}`,
    why: part.why,
  }
}

/** Endpoint declarations carry zod; a browser takes their types and leaves the schemas behind. */
function judgeSchemas(file: string, part: Arrow, { specifier, kind }: Import): Rule | undefined {
  if (!isBrowserCode(file, part) || kind === 'type') return undefined
  if (!/^@awan\/protocol\/(account|drive|bridge)(\/|$)/.test(specifier)) return undefined
  return {
    rule: 'client and web import endpoint declarations with `import type`',
    why: 'their zod schemas must not reach the browser bundle',
  }
}

/** Sub-entries of the client that no page loads: its tests weigh what pages load. */
const FOR_NODE = /^packages\/client\/src\/(runtime\/node\.ts$|drive\/upload-manager\/node\/)/

function judgeForeign(file: string, part: Arrow, { specifier, kind }: Import): Rule | undefined {
  if (isTest(file)) return undefined
  if (HTTP_MODULES.has(specifier) && kind !== 'type' && isServing(file) && !USES_HTTP.test(file)) {
    return ONE_WAY_OUT
  }
  if (specifier.startsWith('node:')) {
    const isPortable = isBrowserCode(file, part) || part.from === 'protocol'
    if (!isPortable || FOR_NODE.test(file)) return undefined
    return {
      rule: 'code for browsers imports nothing of Node (but what client/src has for Node alone)',
      why: 'the platform comes through the runtime port',
    }
  }
  if (specifier === 'zod' && kind !== 'type' && isBrowserCode(file, part)) {
    return { rule: 'client and web do not import zod', why: 'it must not reach the browser bundle' }
  }
  return undefined
}

function partOf(path: string): Arrow | undefined {
  return arrows.find(({ files }) => files.test(path))
}

function isBrowserCode(file: string, part: Arrow): boolean {
  return (part.from === 'client' || part.from.startsWith('web/')) && !isTest(file)
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$|\/testing\.tsx?$|\/testing\//.test(file)
}

function packageFolderOf(path: string): string {
  return /^(?:packages|apps)\/[^/]+/.exec(path)?.[0] ?? path.split('/')[0] ?? path
}

function resolveExport(
  { name, folder, exports }: OwnPackage,
  specifier: string,
): string | undefined {
  const subpath = `.${specifier.slice(name.length)}`
  for (const [pattern, target] of Object.entries(exports)) {
    const [before = '', after] = pattern.split('*')
    if (after === undefined ? subpath !== pattern : !subpath.startsWith(before)) continue
    return posix.join(folder, target.replace('*', subpath.slice(before.length)))
  }
  return undefined
}
