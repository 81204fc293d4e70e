import { posix } from 'node:path'
import type { Import } from './find-imports.ts'
import { findStrongComponents } from './strong-components.ts'

/** Folders of one parent that import one another. */
export interface FolderCycle {
  parent: string
  /** Their names. */
  folders: readonly string[]
  /** The imports between them. */
  ties: readonly Tie[]
}

interface Tie {
  parent: string
  from: string
  to: string
  file: string
  line: number
  target: string
}

/** Every set of sibling folders of which each reaches all others by its imports, tests left aside. */
export function findFolderCycles(imports: ReadonlyMap<string, readonly Import[]>): FolderCycle[] {
  const ties = [...imports].flatMap(([file, its]) => its.flatMap((each) => toTie(file, each) ?? []))
  const parents = Map.groupBy(ties, ({ parent }) => parent)
  return [...parents].flatMap(([parent, own]) => {
    const edges = new Map<string, string[]>(
      own.flatMap(({ from, to }) => [
        [from, []],
        [to, []],
      ]),
    )
    for (const { from, to } of own) edges.get(from)?.push(to)
    return findStrongComponents(edges)
      .filter((folders) => folders.length > 1)
      .map((folders) => ({
        parent,
        folders,
        ties: own.filter(({ from, to }) => folders.includes(from) && folders.includes(to)),
      }))
  })
}

/** The arrows with the fewest imports come first: one of them is usually the wrong one. */
export function describeFolderCycle({ parent, folders, ties }: FolderCycle): string {
  const arrows = Map.groupBy(ties, ({ from, to }) => `${from} -> ${to}`)
  const lines = [...arrows]
    .sort(([, a], [, b]) => a.length - b.length)
    .flatMap(([arrow, own]) => [`    ${arrow}`, ...describeTies(own)])
  return [
    `${parent}: ${folders.join(', ')} import one another`,
    ...lines,
    '    rule: folders of one parent import each other in one direction only',
    '    why:  folders in a circle cannot be read, tested or changed one at a time; move the file that is in the wrong one',
  ].join('\n')
}

const TIES_SHOWN = 3

function describeTies(ties: readonly Tie[]): string[] {
  const shown = ties
    .slice(0, TIES_SHOWN)
    .map(({ file, line, target }) => `        ${file}:${line} imports ${target}`)
  const rest = ties.length - shown.length
  return rest > 0 ? [...shown, `        and ${rest} more`] : shown
}

function toTie(file: string, { kind, specifier, line }: Import): Tie | undefined {
  if (kind === 'file' || !specifier.startsWith('.')) return undefined
  const target = posix.join(posix.dirname(file), specifier)
  if (isTest(file) || isTest(target)) return undefined
  const source = file.split('/')
  const goal = target.split('/')
  const depth = source.findIndex((part, at) => part !== goal[at])
  const [from, to] = [source[depth], goal[depth]]
  // A file beside a folder joins it or serves it: it is no folder itself.
  const isFile = depth >= source.length - 1 || depth >= goal.length - 1
  if (from === undefined || to === undefined || isFile) return undefined
  return { parent: source.slice(0, depth).join('/'), from, to, file, line, target }
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$|\/testing[^/]*\.tsx?$|\/(testing|tests)\//.test(file)
}
