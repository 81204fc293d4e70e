import type { PeopleDirectory } from '../../account/index.ts'
import type { Database } from '../../db/database.ts'
import type { GroupMessageRow } from '../../db/tables.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import { findOldestGroupMessage, takeStep } from './group-messages.store.ts'
import type { Tell } from './tell.ts'

/** So many are told in one transaction. */
export const TOLD_AT_ONCE = 200

/**
 * Tells the people of large groups, some in each transaction. The step and its messages are written together: a process
 * that is killed in between leaves everybody told once, and another one continues after the last of them.
 */
export function groupMessagesChore({
  db,
  people,
  tell,
}: {
  db: Database
  people: Pick<PeopleDirectory, 'peopleIn'>
  tell: Pick<Tell, 'ofGroup'>
}): Chore {
  return {
    name: 'tell large groups',
    everyMs: 5_000,
    async run() {
      for (;;) {
        const message = await db.read(findOldestGroupMessage)
        if (!message) return
        await tellSome(message)
      }
    },
  }

  async function tellSome(message: GroupMessageRow): Promise<void> {
    const members = await db.read((reader) => people.peopleIn(reader, message.group_id))
    const left = members.filter((sub) => sub > message.told_to).toSorted(byText)
    const some = left.slice(0, TOLD_AT_ONCE)
    const next = left.length > some.length ? some.at(-1) : undefined
    await db.write(async (writer) => {
      if (await takeStep(writer, message, next)) await tell.ofGroup(writer, message, some)
    })
  }
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1
}
