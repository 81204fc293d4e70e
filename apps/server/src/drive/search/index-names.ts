import type { Database } from '../../db/database.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import { addTerms, listWithoutTerms } from '../nodes/tree.ts'

/** Makes names findable that were there before names could be looked for. A restart goes on with the rest. */
export function indexNamesChore({ db }: { db: Database }): Chore {
  return {
    name: 'index names',
    everyMs: MINUTE_MS,
    async run() {
      for (;;) {
        const nodes = await db.read((reader) => listWithoutTerms(reader, BATCH))
        await db.write(async (writer) => {
          for (const node of nodes) await addTerms(writer, node)
        })
        if (nodes.length < BATCH) return
      }
    },
  }
}

const MINUTE_MS = 60_000
const BATCH = 200
