import type { Path } from './growing-tree.ts'
import { toNodeName } from './node-name.ts'

/** A path as people write it, with a slash between its names; each of them keeps the rules of names. */
export function toPath(given: string): Path {
  return given.split('/').map(toNodeName)
}
