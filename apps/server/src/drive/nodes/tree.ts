import { ServiceError } from '@awan/protocol/errors'

export { isForPeople, narrowNodes } from './listing.store.ts'
export { addTerms, deleteTermsOf, insertTerms, listWithoutTerms } from './name-terms.store.ts'
export {
  changeNode,
  countBelow,
  findChild,
  findChildren,
  findNodeByPrefix,
  hasName,
  hasNodes,
  insertNodes,
  insertTags,
  listChildren,
  listNames,
  listTakenNames,
  type Node,
  updateContent,
  weighBelow,
} from './nodes.store.ts'
export { findUnchanged, isAsMade } from './unchanged-below.store.ts'

/** Folders are at most so deep, so that the way to the top is always short enough to walk. */
export const MAX_DEPTH = 128

export function checkDepth(depth: number): void {
  if (depth < MAX_DEPTH) return
  throw new ServiceError('invalid_argument', {
    description: `folders can be at most ${MAX_DEPTH} deep`,
  })
}
