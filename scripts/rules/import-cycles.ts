import { posix } from 'node:path'
import type { Import } from './find-imports.ts'
import { findStrongComponents } from './strong-components.ts'

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
  return findStrongComponents(edges).filter((files) => files.length > 1)
}
