import { posix } from 'node:path'
import type { Import } from './find-imports.ts'

/** Files that import one another in a circle: none can be read, or loaded, before the others. */
export type Cycle = readonly string[]

/**
 * Every set of files of which each reaches all others by its imports. Types count: they are erased before
 * the code runs, but not before it is read. A file that is named by its address is run beside us, and
 * does not count.
 */
export function findCycles(imports: ReadonlyMap<string, readonly Import[]>): Cycle[] {
  const edges = new Map(
    [...imports].map(([file, its]) => [
      file,
      its
        .filter(({ kind, specifier }) => kind !== 'file' && specifier.startsWith('.'))
        .map(({ specifier }) => posix.join(posix.dirname(file), specifier)),
    ]),
  )
  return findComponents(edges).filter((files) => files.length > 1)
}

/** Tarjan's search for strongly connected components. */
function findComponents(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const numbers = new Map<string, number>()
  const open: string[] = []
  const components: string[][] = []

  /** The lowest number that a file reaches among those that are still open. */
  function visit(file: string): number {
    const number = numbers.size
    numbers.set(file, number)
    open.push(file)
    let lowest = number
    for (const target of edges.get(file) ?? []) {
      if (!numbers.has(target)) lowest = Math.min(lowest, visit(target))
      else if (open.includes(target)) lowest = Math.min(lowest, numbers.get(target) ?? lowest)
    }
    if (lowest === number) components.push(open.splice(open.indexOf(file)).sort())
    return lowest
  }

  for (const file of edges.keys()) if (!numbers.has(file)) visit(file)
  return components
}
