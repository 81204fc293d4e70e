import type { Context } from '../context.ts'
import { weighSmallContents } from '../drive/contents/contents.ts'
import { type Command, exitCodes, UsageError } from './command.ts'
import { formatBytes } from './format-bytes.ts'

export const gcCommand: Command = {
  name: 'gc',
  usage: '',
  summary: 'Removes now what housekeeping would remove in the next hours.',
  details: `It removes expired uploads, contents that no file has used for a day, stored bytes that belong to no
drive, trash, changes and tasks after their retention, and files whose deletion has begun. It may run while
the server runs, and keeps the same grace periods. Accounts are not touched.

Exit code 1: some of it could not be removed.`,
  options: {},

  async run({ args, terminal, open }) {
    if (args.length > 0) throw new UsageError(`gc takes no argument "${args[0]}".`)
    const { parts } = await open()
    const { drive } = parts
    const before = await weigh(parts)
    const failed: { chore: string; problem: string }[] = []
    for (const [index, chore] of drive.housekeeping.entries()) {
      terminal.progress(chore.name, index, drive.housekeeping.length)
      try {
        await chore.run()
      } catch (problem) {
        const { message } = problem as Error
        failed.push({ chore: chore.name, problem: message })
        terminal.complain(`${chore.name}: ${message}`)
      }
    }
    terminal.endProgress()
    const after = await weigh(parts)
    const freed = {
      contents: before.contents - after.contents,
      bytes: before.bytes - after.bytes,
    }
    terminal.result(
      { ok: failed.length === 0, freed, left: after, failed },
      `${freed.contents} contents (${formatBytes(freed.bytes)}) were removed; ` +
        `${after.contents} (${formatBytes(after.bytes)}) are left, ${after.in_rows} of them in rows.`,
    )
    return failed.length === 0 ? exitCodes.ok : exitCodes.found
  },
}

interface Weight {
  contents: number
  bytes: number
  /** How many of the contents are so small that they are stored in rows of the database. */
  in_rows: number
}

/** What is in the store and in rows: the row of a content is deleted a moment before its bytes. */
async function weigh({ db, blobs }: Pick<Context['parts'], 'db' | 'blobs'>): Promise<Weight> {
  const inRows = await db.readLong(weighSmallContents)
  const weight = { ...inRows, in_rows: inRows.contents }
  for await (const blob of blobs.list()) {
    weight.contents++
    if (blob.state === 'sealed') weight.bytes += blob.sizeBytes
  }
  return weight
}
