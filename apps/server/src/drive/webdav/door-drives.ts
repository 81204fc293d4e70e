import type { Right } from '@awan/protocol/drive'
import type { DavParts } from './dav-call.ts'
import type { DavCaller } from './dav-caller.ts'
import type { DrivePlace } from './places.ts'

/** A drive that the caller reaches, with the folders and files of it that have a place in the door. */
export interface DoorDrive {
  place: DrivePlace
  /** The path of each, by its id; undefined for the caller's own drive, of which all that they see has one. */
  tops: ReadonlyMap<string, readonly string[]> | undefined
}

/** The caller's own first. A password for one folder opens that, and nothing beside it. */
export async function listDoorDrives(
  { places }: Pick<DavParts, 'places'>,
  caller: DavCaller,
  right: Right = 'view',
): Promise<DoorDrive[]> {
  const own = await places.find(caller, [], { right })
  if (own.kind !== 'drive') return []
  const found: DoorDrive[] = [{ place: own, tops: undefined }]
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

/** The path of a node in the door, where the folders above it that the caller sees are known, from the top down. */
export function toDoorNames(
  { tops }: DoorDrive,
  node: Step,
  above: readonly Step[],
): string[] | undefined {
  const way = [...above, node]
  const first = tops ? way.findIndex(({ id }) => tops.has(id)) : 0
  const top = way[first]
  if (!top) return undefined
  const names = way.slice(first + 1).map(({ name }) => name)
  return [...(tops?.get(top.id) ?? []), ...names]
}
