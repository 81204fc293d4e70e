import type { Reader } from '../../db/database.ts'
import type { OpenDrive } from '../access/reach.ts'
import type { Node } from '../nodes/tree.ts'
import { FEW, nameStages } from './name-stages.ts'
import { narrowTo } from './narrow.ts'
import { latestStage, placeStage } from './other-stages.ts'
import type { SearchQuery } from './search-query.ts'
import type { SearchQuestion } from './search-question.ts'
import type { StageOpener } from './stage.ts'
import { textStages } from './text-stage.ts'

/** The parts of the answer to a search of one drive, in their order. */
export async function chooseStages(
  reader: Reader,
  drive: OpenDrive,
  { filter, in: place = 'all' }: SearchQuestion,
  { query, folder }: { query: SearchQuery | undefined; folder: Node | undefined },
): Promise<StageOpener[]> {
  const parts = { reader, narrowing: narrowTo(drive, filter) }
  const names = (await chooseSmallPlace()) ?? (query ? nameStages({ ...parts, query }) : undefined)
  if (!query) return names ?? [latestStage(parts)]
  // Which words a file has tells what it says, one word after the other.
  const texts = drive.reach.hidesTexts
    ? []
    : textStages({ ...parts, query, isBesideNames: place === 'all' })
  if (place === 'text' || !names) return texts
  if (place === 'name') return names
  // A look through names for what is inside of words takes long; what texts say comes before.
  const inside = names.findIndex((opener) => opener.names.includes('inside'))
  return inside === -1 ? [...names, ...texts] : names.toSpliced(inside, 0, ...texts)

  async function chooseSmallPlace(): Promise<StageOpener[] | undefined> {
    if (!folder || folder.id === drive.root_id) return undefined
    const stage = await placeStage(parts, { folderId: folder.id, query, limit: FEW })
    return stage && [stage]
  }
}
