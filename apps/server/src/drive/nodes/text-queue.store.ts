import type { Writer } from '../../db/database.ts'
import { createPreparedChange } from '../../db/prepared-query.ts'
import type { NodeRow } from '../../db/tables.ts'
import { textReaderOf } from './text-reader.ts'

type WithContent = Pick<NodeRow, 'drive_id' | 'version_id' | 'type' | 'mime_type'>

/** What has text in it waits to be read, from the same moment on in which it is there. */
export function queueTexts(writer: Writer, nodes: readonly WithContent[]): void {
  for (const node of nodes) {
    const { drive_id, version_id } = node
    const reader = textReaderOf(node)
    if (version_id !== null && reader) writer.post(queueing, { drive_id, version_id, reader })
  }
}

const queueing = createPreparedChange(
  'queue_text',
  ['drive_id', 'version_id', 'reader'],
  (writer, { drive_id, version_id, reader }) =>
    writer
      .insertInto('text_queue')
      .values({ drive_id, version_id, reader })
      .onConflict((conflict) => conflict.doNothing()),
)
