import type { NodeRow } from '../../db/tables.ts'
import { findFreeName } from '../nodes/free-name.ts'

type Named = Pick<NodeRow, 'kind' | 'name' | 'parent_id'>

/** Gives every entry of an archive a name that no other one has beside it, and that unpacks safely. */
export class ArchiveNames {
  readonly #isTaken: (folderId: string, name: string) => Promise<boolean>
  readonly #onTop = new Set<string>()
  readonly #changed = new Set<string>()

  /** `isTaken`: whether something in a folder of the drive has a name. */
  constructor(isTaken: (folderId: string, name: string) => Promise<boolean>) {
    this.#isTaken = isTaken
  }

  /** What was selected comes from different folders, where names may be the same. */
  async onTop({ kind, name }: Named): Promise<string> {
    const free = await findFreeName(toSafeName(name), kind, async (wanted) =>
      this.#onTop.has(wanted),
    )
    this.#onTop.add(free)
    return free
  }

  /** Names in a folder differ already, but for one that had to be changed. */
  async inside({ kind, name, parent_id }: Named): Promise<string> {
    const safe = toSafeName(name)
    if (safe === name) return name
    const folderId = parent_id ?? ''
    const free = await findFreeName(safe, kind, async (wanted) => {
      if (this.#changed.has(`${folderId}/${wanted}`)) return true
      return this.#isTaken(folderId, wanted)
    })
    this.#changed.add(`${folderId}/${free}`)
    return free
  }
}

/**
 * Names hold no slash and are no `..`, but a backslash is a slash where Windows unpacks: `..\..\x`
 * would leave the folder.
 */
function toSafeName(name: string): string {
  return name.replaceAll('\\', '_')
}

/** One is called as it is called; several have no name together. */
export function toArchiveName(selected: readonly Pick<NodeRow, 'name'>[]): string {
  const [first, ...more] = selected
  // The top folder has no name.
  return first && more.length === 0 && first.name !== '' ? `${first.name}.zip` : 'files.zip'
}
