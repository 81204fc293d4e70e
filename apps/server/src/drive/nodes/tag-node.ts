import { MAX_TAGS } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { DriveTransaction } from '../access/drives.ts'
import { isInPlace, listAncestors } from '../access/open-node.ts'
import { changeNode, type Node, type NodeSet, replaceTags } from './nodes.store.ts'
import { compareTags, tagsIn, toTagList, toTags } from './tags.ts'

/** Tags as they are kept. One that is in both lists is added. */
export interface TagChange {
  add: readonly string[]
  remove: readonly string[]
}

/** What it did is in the history, so that just that can be undone. */
export async function tagNode(
  { drive, writer, recordChange }: DriveTransaction,
  node: Node,
  { add, remove }: TagChange,
): Promise<void> {
  if (node.id === drive.root_id) {
    throw new ServiceError('invalid_argument', { description: 'the top folder cannot be tagged' })
  }
  if (!isInPlace(drive, node, await listAncestors(writer, node))) {
    throw new ServiceError('failed_precondition', {
      description: 'the file or folder is in the trash: restore it first',
    })
  }
  const had = tagsIn(node.tag_list)
  const tags = toTags([...had.filter((tag) => !remove.includes(tag)), ...add])
  const done = compareTags(had, tags)
  if (done.tagged.length + done.untagged.length === 0) return
  if (tags.length > MAX_TAGS) {
    throw new ServiceError('resource_exhausted', {
      description: `a file or folder has at most ${MAX_TAGS} tags: remove one of its tags first`,
    })
  }
  await drive.locks?.require(writer, { nodes: [node.id] })
  const set: NodeSet = { tag_list: toTagList(tags) }
  await changeNode(writer, node, set)
  await replaceTags(writer, node, tags)
  recordChange({ changed: node, set }, { action: 'update', data: { name: node.name, ...done } })
}
