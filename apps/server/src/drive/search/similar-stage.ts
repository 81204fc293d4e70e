import type { Reader } from '../../db/database.ts'
import type { OpenDrive } from '../access/reach.ts'
import type { Node } from '../nodes/tree.ts'
import { fewStage } from './class-stages.ts'
import { anywhere, FEW } from './name-stages.ts'
import { narrowTo } from './narrow.ts'
import { sortedStage } from './other-stages.ts'
import { type Candidate, countTerms, listBelow, type TextRange } from './search.store.ts'
import type { SearchQuery } from './search-query.ts'
import type { SearchQuestion } from './search-question.ts'
import { isSimilarName, type MeantWord, toMeantWords } from './similar-name.ts'
import { findSimilarTerms } from './similar-terms.ts'
import type { Stage } from './stage.ts'

/** From so many hits on, nobody is shown what they may have meant. */
export const ENOUGH_HITS = 5

/**
 * Names that somebody may have meant who has made a typo; undefined where there can be none. Of a drive that its caller
 * sees in part, only what they see is looked at: neither what is found nor its order tells of anything else.
 */
export async function openSimilar(
  reader: Reader,
  drive: OpenDrive,
  { filter, in: place = 'all' }: SearchQuestion,
  { query, folder }: { query: SearchQuery | undefined; folder: Node | undefined },
): Promise<Stage | undefined> {
  const meant = query && place !== 'text' ? toMeantWords(query) : undefined
  if (!query || !meant) return undefined
  const narrowing = narrowTo(drive, filter)
  const isHit = (candidate: Candidate) => isSimilarName(candidate, query, meant)
  const { reach } = drive
  const isPart = folder !== undefined && folder.id !== drive.root_id
  if (isPart || !reach.isUniform) {
    const topIds = isPart ? [folder.id] : reach.tops.map(({ nodeId }) => nodeId)
    const below = await listBelow(reader, narrowing, topIds, FEW + 1)
    if (below.length <= FEW) return sortedStage('similar', below.filter(isHit))
    if (!reach.isUniform) return undefined
  }
  const ranges = await rarestRanges(reader, drive.id, meant)
  return ranges && fewStage('similar', { reader, narrowing, ranges }, isHit)
}

/** Those of the word that leads to the fewest names; undefined where all of them are many. */
async function rarestRanges(
  reader: Reader,
  driveId: string,
  meant: readonly MeantWord[],
): Promise<TextRange[] | undefined> {
  let rarest: { ranges: TextRange[]; count: number } | undefined
  for (const { typed, similar } of meant) {
    const nearly = similar ? await findSimilarTerms(reader, driveId, similar) : []
    // Of one word alone, names that have it as it was typed were found before.
    const ranges = meant.length === 1 ? nearly : [...nearly, ...anywhere(typed)]
    const count = await countTerms(reader, driveId, ranges, FEW + 1)
    if (!rarest || count < rarest.count) rarest = { ranges, count }
  }
  return rarest && rarest.count <= FEW ? rarest.ranges : undefined
}
