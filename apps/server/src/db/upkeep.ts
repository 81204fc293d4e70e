import type { Clock } from '../kernel/clock.ts'
import type { Database } from './database.ts'
import { putUpkeep, readUpkeep } from './upkeep.store.ts'

/** What a run has found. */
export interface UpkeepFindings {
  backup: {
    contents: number
    bytes: number
    /** Contents that were damaged or gone already. */
    lost: number
  }
  check: {
    /** Files and folders that were looked at. */
    nodes: number
    problems: number
    /** Those that are still there. */
    left: number
    /** Whether every content was read, or only looked for. */
    reads_contents: boolean
  }
}

export type UpkeepName = keyof UpkeepFindings
export type UpkeepRuns = {
  [Name in UpkeepName]?: UpkeepFindings[Name] & { ranAt: number }
}

/** Stores when the operator's commands ran last, for monitoring. */
export interface Upkeep {
  record<Name extends UpkeepName>(name: Name, found: UpkeepFindings[Name]): Promise<void>
  latest(): Promise<UpkeepRuns>
}

export function createUpkeep(db: Database, clock: Clock): Upkeep {
  return {
    record: (name, found) =>
      db.write((writer) =>
        putUpkeep(writer, { name, ran_at: clock.now(), found: JSON.stringify(found) }),
      ),
    async latest() {
      const rows = await db.read((reader) => readUpkeep(reader))
      return Object.fromEntries(
        rows.map(({ name, ran_at, found }) => [name, { ...JSON.parse(found), ranAt: ran_at }]),
      )
    },
  }
}
