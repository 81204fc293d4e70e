import type { DriveClient, FileChange } from '@awan/client/drive'
import type { File } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'

/** What was to be changed has become something else than the person saw. */
export class ChangedElsewhere extends Error {
  readonly current: File

  constructor(current: File) {
    super('changed elsewhere')
    this.current = current
  }
}

/** A file as somebody saw it, as far as it can be changed in one call. */
export type SeenFile = Pick<File, 'id' | 'name' | 'description' | 'tags' | 'etag'>

type Calls = { readonly files: Pick<DriveClient['files'], 'update' | 'get'> }

/** Whoever else changes the file this often while we try is not waited for. */
const MAX_TRIES = 5

/**
 * Changes a file as the person saw it, and overwrites nothing that they did not see. Where only something
 * else of it was changed meanwhile, by the person themselves or by others, both changes stay.
 */
export function changeSeen(drive: Calls, seen: SeenFile, wanted: FileChange): Promise<File> {
  return inTurn(drive, seen.id, async () => {
    let { etag } = seen
    let change = wanted
    for (let tries = 1; ; tries++) {
      try {
        return await drive.files.update(seen.id, change, { etag })
      } catch (error) {
        if (!isServiceError(error, 'failed_precondition') || tries === MAX_TRIES) throw error
        const { ancestors: _, ...current } = await drive.files.get(seen.id)
        // Refused for another reason.
        if (current.etag === etag) throw error
        if (wouldOverwrite(seen, current, wanted)) throw new ChangedElsewhere(current)
        etag = current.etag
        change = onTopOf(seen, current, wanted)
      }
    }
  })
}

function wouldOverwrite(seen: SeenFile, current: File, { name, description }: FileChange): boolean {
  return (
    (name !== undefined && current.name !== seen.name && current.name !== name) ||
    (description !== undefined &&
      (current.description ?? '') !== (seen.description ?? '') &&
      (current.description ?? '') !== (description ?? ''))
  )
}

/** Tags are many: those that others added or removed stay so. */
function onTopOf(seen: SeenFile, current: File, wanted: FileChange): FileChange {
  const { tags } = wanted
  if (tags === undefined) return wanted
  const kept = current.tags.filter((tag) => tags.includes(tag) || !seen.tags.includes(tag))
  const added = tags.filter((tag) => !seen.tags.includes(tag) && !kept.includes(tag))
  return { ...wanted, tags: [...kept, ...added] }
}

const turnsOf = new WeakMap<Calls, Map<string, Promise<unknown>>>()

/** The changes of one file one after the other: the next is made to what the last has left. */
function inTurn<T>(drive: Calls, id: string, change: () => Promise<T>): Promise<T> {
  const turns = turnsOf.get(drive) ?? new Map<string, Promise<unknown>>()
  turnsOf.set(drive, turns)
  const before = turns.get(id)
  const turn = before ? before.then(change, change) : change()
  turns.set(id, turn)
  const leave = () => {
    if (turns.get(id) === turn) turns.delete(id)
  }
  turn.then(leave, leave)
  return turn
}
