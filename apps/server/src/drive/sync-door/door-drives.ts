import { ROOT_ID } from '@awan/protocol'
import type { Right } from '@awan/protocol/drive'
import type { OpenDrive } from '../access/reach.ts'
import type { DavParts } from '../webdav/dav-call.ts'
import type { DavCaller } from '../webdav/dav-caller.ts'
import type { DrivePlace } from '../webdav/places.ts'

/** A drive that the caller reaches, with the folders and files of it that have a place in the door. */
export interface DoorDrive {
  place: DrivePlace
  /** The path of each, by its id. */
  tops: ReadonlyMap<string, readonly string[]>
}

/** The caller's own first. A password for one folder opens that, and nothing beside it. */
export async function listDoorDrives(
  { places }: Pick<DavParts, 'places'>,
  caller: DavCaller,
  right: Right = 'view',
): Promise<DoorDrive[]> {
  const own = await places.find(caller, [], { right })
  if (own.kind !== 'drive') return []
  const found: DoorDrive[] = [{ place: own, tops: new Map([[ROOT_ID, []]]) }]
  const entries = (await places.beside(caller, own)).flatMap((list) =>
    list.entries.map((entry) => ({ list, entry })),
  )
  for (const [, some] of Map.groupBy(entries, ({ entry }) => entry.driveId)) {
    const [first] = some
    if (!first) continue
    found.push({
      place: places.at(caller, first.list, first.entry, { right }),
      tops: new Map(
        some.map(({ list, entry }) => [entry.nodeId, [...list.names, entry.name]] as const),
      ),
    })
  }
  return found
}

interface Step {
  id: string
  name: string
}

/** The path of a node in the door, where the folders above it are known, from the top down. */
export function toDoorNames(
  { tops }: DoorDrive,
  { reach }: OpenDrive,
  node: Step,
  above: readonly Step[],
): string[] | undefined {
  const topAt = (id: string) => tops.get(id === reach.rootId ? ROOT_ID : id) ?? tops.get(id)
  const own = topAt(node.id)
  if (own) return [...own]
  for (const [at, { id }] of above.entries()) {
    const top = topAt(id)
    if (top) return [...top, ...above.slice(at + 1).map(({ name }) => name), node.name]
  }
  return undefined
}
