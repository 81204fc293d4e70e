import type { ReachedDrive } from '@awan/protocol/drive'
import { toStoredName } from '@awan/protocol/name-problem'
import type { Database } from '../../db/database.ts'
import type { Person } from '../access/actor.ts'
import { listAliasesOf } from '../access/aliases.ts'
import type { Reached } from '../access/reached.ts'
import { numbered } from '../nodes/free-name.ts'

/** Something of another drive that stands in one of the folders beside the caller's own files. */
export interface PlaceEntry {
  name: string
  driveId: string
  nodeId: string
}

export interface OtherPlaces {
  /** Whether one of the folders could have this name. */
  mayBeNamed(name: string): boolean
  of(person: Person): Promise<{ name: string; entries: PlaceEntry[] }[]>
}

const SHARED = 'Shared with me'
const TEAMS = 'Team drives'
const POSSIBLE_NAME = /^(?:Shared with me|Team drives)(?: \(\d{1,9}\))?$/

/** As the web app has them: what is shared in one list, under the names that the person gave it, and whole team drives in another. */
export function createOtherPlaces({
  db,
  reached,
}: {
  db: Database
  reached: Reached
}): OtherPlaces {
  return {
    mayBeNamed: (name) => POSSIBLE_NAME.test(name),

    async of(person) {
      const drives = (await reached.list(person)).filter(({ own }) => !own)
      if (drives.length === 0) return []
      const aliases = new Map(
        (await db.read((reader) => listAliasesOf(reader, person.sub))).map((one) => [
          `${one.driveId} ${one.nodeId}`,
          one.alias,
        ]),
      )
      const isTeam = ({ kind, root_id, tops }: ReachedDrive) =>
        kind === 'team' && tops.some(({ id, name }) => id === root_id && name === '')
      const teams = drives.filter(isTeam).map((drive) => ({
        wanted: drive.name,
        kind: 'folder' as const,
        driveId: drive.id,
        nodeId: drive.root_id ?? '',
      }))
      const shared = drives
        .filter((drive) => !isTeam(drive))
        .flatMap((drive) =>
          drive.tops.map(({ id, name, kind }) => ({
            wanted: aliases.get(`${drive.id} ${id}`) ?? (name === '' ? drive.name : name),
            kind,
            driveId: drive.id,
            nodeId: id,
          })),
        )
      return [
        { name: SHARED, entries: keptApart(shared) },
        { name: TEAMS, entries: keptApart(teams) },
      ]
    },
  }
}

/** The same names for the same things at every call: those that were there first keep theirs. */
function keptApart(
  wanted: readonly (Omit<PlaceEntry, 'name'> & { wanted: string; kind: 'file' | 'folder' })[],
): PlaceEntry[] {
  const taken = new Set<string>()
  /** From which number on a name may be free: thousands can have the same. */
  const nextOf = new Map<string, number>()
  return wanted
    .toSorted((a, b) => compare(a.driveId, b.driveId) || compare(a.nodeId, b.nodeId))
    .map(({ wanted: own, kind, driveId, nodeId }) => {
      const base = toFileName(own)
      const key = `${kind} ${base}`
      let name = base
      let number = nextOf.get(key) ?? 2
      while (taken.has(name)) name = numbered(base, kind, number++)
      nextOf.set(key, number)
      taken.add(name)
      return { name, driveId, nodeId }
    })
}

/** Names of people and drives may have what a name in a path cannot. */
function toFileName(text: string): string {
  const name = toStoredName(text)
    .replace(/[/\p{Cc}\u2028\u2029]/gu, '_')
    .trim()
  return name === '' || name === '.' || name === '..' ? '_' : name
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
