import { ROOT_ID } from '@awan/protocol'
import type { Right } from '@awan/protocol/drive'
import { nameProblem, toStoredName } from '@awan/protocol/name-problem'
import type { Access } from '../access/access.ts'
import type { Accesses } from '../access/accesses.ts'
import type { Drives } from '../access/drives.ts'
import { findFreeName } from '../nodes/free-name.ts'
import { findBelow } from '../paths/find-path.ts'
import type { DavCaller } from './dav-caller.ts'
import type { OtherPlaces, PlaceEntry } from './other-places.ts'

/** A folder of the door that is no folder of a drive. */
export interface PlaceList {
  kind: 'list'
  names: readonly string[]
  /** Which of them it is, the same at every call. */
  index: number
  entries: PlaceEntry[]
}

/** Where a path leads in a drive, before anybody has looked whether something is there. */
export interface DrivePlace {
  kind: 'drive'
  access: Access
  /** Where the names below begin. */
  folderId: string
  /** As they are stored. */
  names: readonly string[]
  /** Those of the door above the folder. */
  above: readonly string[]
  /** At the top of everything, where other places stand beside the caller's own files. */
  isTop: boolean
}

export interface Nowhere {
  kind: 'nowhere'
}

export type Place = PlaceList | DrivePlace | Nowhere

/** What each call needs of the place that it is about. */
export interface Wanted {
  right: Right
  lockTokens?: readonly string[] | undefined
}

export interface Places {
  find(caller: DavCaller, names: readonly string[], wanted: Wanted): Promise<Place>
  /** One that is in such a folder, without looking for it again. */
  at(caller: DavCaller, list: PlaceList, entry: PlaceEntry, wanted: Wanted): DrivePlace
  /** What stands at the top beside the caller's own files. */
  beside(caller: DavCaller, top: DrivePlace): Promise<PlaceList[]>
}

/**
 * Where the names of paths lead: into the caller's own drive, and, beside their own files, into what others share with
 * them and into team drives. The caller's own files win: such a folder takes another name where its own is taken.
 */
export function createPlaces({
  accesses,
  drives,
  others,
}: {
  accesses: Accesses
  drives: Drives
  others: OtherPlaces
}): Places {
  const places: Places = {
    async find(caller, given, wanted) {
      const names = given.map(toStoredName)
      const top = await openTop(caller, names, wanted)
      const [first] = names
      if (first === undefined || !hasOthers(caller) || !others.mayBeNamed(first)) return top
      const list = (await places.beside(caller, top)).find((one) => one.names[0] === first)
      if (!list) return top
      const [, name, ...rest] = names
      if (name === undefined) return list
      const entry = list.entries.find((one) => one.name === name)
      if (!entry) return { kind: 'nowhere' }
      return { ...places.at(caller, list, entry, wanted), names: rest }
    },

    at: (caller, list, entry, wanted) => ({
      kind: 'drive',
      access: {
        ...wanted,
        driveId: entry.driveId,
        actor: caller.person,
        ...(caller.limit && { limit: caller.limit }),
      },
      folderId: entry.nodeId,
      names: [],
      above: [...list.names, entry.name],
      isTop: false,
    }),

    async beside(caller, top) {
      if (!hasOthers(caller)) return []
      const lists = await others.of(caller.person)
      const found: PlaceList[] = []
      for (const [index, { name, entries }] of lists.entries()) {
        if (entries.length === 0) continue
        const own = await freeNameAt(top, name)
        found.push({ kind: 'list', names: [own], index, entries })
      }
      return found
    },
  }
  return places

  async function openTop(
    caller: DavCaller,
    names: readonly string[],
    { right, lockTokens }: Wanted,
  ): Promise<DrivePlace> {
    const access = await accesses.of(caller.person, caller.driveId, right)
    return {
      kind: 'drive',
      access: { ...access, lockTokens, ...(caller.limit && { limit: caller.limit }) },
      folderId: ROOT_ID,
      names,
      above: [],
      isTop: hasOthers(caller),
    }
  }

  async function freeNameAt({ access, folderId }: DrivePlace, name: string): Promise<string> {
    return drives.read(access, (reader, drive) =>
      findFreeName(name, 'folder', async (candidate) => {
        const { node } = await findBelow(reader, drive, folderId, [candidate])
        return node !== undefined
      }),
    )
  }
}

/** A password for one folder shows nothing beside it. */
function hasOthers({ limit }: DavCaller): boolean {
  return limit?.folderId === undefined
}

/** Whether something can be there: of a name that nothing can have nobody asks the database. */
export function canExist({ names }: DrivePlace): boolean {
  return names.every((name) => nameProblem(name) === undefined)
}

/** The path of a place, as the door shows it. */
export function namesOf({ above, names }: DrivePlace): string[] {
  return [...above, ...names]
}
