import { availableParallelism } from 'node:os'
import { ServiceError } from '@awan/protocol/errors'
import type { DriveRow } from '../../db/tables.ts'
import { HashThreads } from '../uploads/hash-threads.ts'
import { countRows, findDrive, listDrives } from './check.store.ts'
import { checkContents } from './check-contents.ts'
import { checkNodes } from './check-nodes.ts'
import { checkStrangers } from './check-strangers.ts'
import { checkSums } from './check-sums.ts'
import { checkVersions } from './check-versions.ts'
import type { CheckOptions, CheckParts, DriveCheck } from './drive-check.ts'
import type { Problem, ProblemKind } from './problem.ts'
import { repairProblem } from './repair.ts'

export interface CheckReport {
  drives: number
  /** Drives of people who are leaving, which were not looked at. */
  skippedDrives: number
  nodes: number
  versions: number
  contents: number
  contentBytes: number
  /** How much was read of the contents, and how long that took in all. */
  readBytes: number
  readMs: number
  problems: number
  /** Those that are still there. */
  left: number
  byKind: Partial<Record<ProblemKind, number>>
}

/**
 * Holds every drive against its own rules and against the store. It may run beside the server: each
 * look at the rows is one moment of the database, in which everything must fit; what rows and store say
 * of each other is looked at twice, since one is always a moment ahead of the other.
 */
export async function checkDrives(parts: CheckParts, options: CheckOptions): Promise<CheckReport> {
  const report: CheckReport = {
    drives: 0,
    skippedDrives: 0,
    nodes: 0,
    versions: 0,
    contents: 0,
    contentBytes: 0,
    readBytes: 0,
    readMs: 0,
    problems: 0,
    left: 0,
    byKind: {},
  }
  const add = (problem: Problem) => {
    report.problems++
    if (problem.repair !== 'repaired') report.left++
    report.byKind[problem.kind] = (report.byKind[problem.kind] ?? 0) + 1
    options.onProblem?.(problem)
  }
  await using threads = new HashThreads(availableParallelism())
  for await (const drive of drivesOf(parts, options.ownerSub)) {
    const owner = await parts.describeOwner(drive.owner_sub)
    if (owner?.isLeaving) {
      report.skippedDrives++
      continue
    }
    report.drives++
    const read = await checkDrive({ ...parts, threads }, options, drive, {
      count: (counts) => {
        report.nodes += counts.nodes
        report.versions += counts.versions
        report.contents += counts.contents
        report.contentBytes += counts.contentBytes
      },
      add: (problem) => add({ ...problem, owner: owner?.name ?? drive.owner_sub }),
    })
    report.readBytes += read.bytes
    report.readMs += read.ms
  }
  if (options.ownerSub === undefined) await checkStrangers(parts, options, add)
  return report
}

type Counts = Awaited<ReturnType<typeof countRows>>

async function checkDrive(
  parts: CheckParts & Pick<DriveCheck, 'threads'>,
  options: CheckOptions,
  drive: DriveRow,
  { count, add }: { count: (counts: Counts) => void; add: (problem: Problem) => void },
): Promise<{ bytes: number; ms: number }> {
  const counts = await parts.db.readLong((reader) => countRows(reader, drive.id))
  count(counts)
  const found: Problem[] = []
  // A drive that was removed meanwhile is no problem any more, whatever it looked like on its way.
  const tellAll = async () => {
    const problems = found.splice(0)
    if (problems.length > 0 && (await isStillThere(parts, drive))) problems.forEach(add)
  }
  const check: DriveCheck = {
    ...parts,
    drive,
    readsContents: options.readsContents,
    progress: options.onProgress,
    async tell(problem) {
      const told: Problem = { ...problem, driveId: drive.id }
      if (options.repairs) told.repair = await repairProblem(parts, drive, told)
      found.push(told)
      if (found.length >= PROBLEMS_AT_ONCE) await tellAll()
    },
  }
  await checkNodes(check, counts.nodes)
  await checkVersions(check)
  const read = await checkContents(check, counts)
  await checkSums(check)
  await tellAll()
  return read
}

/** A drive without its store has as many problems as files: they do not wait for each other. */
const PROBLEMS_AT_ONCE = 500

async function isStillThere({ db, describeOwner }: CheckParts, drive: DriveRow): Promise<boolean> {
  const now = await db.read((reader) => findDrive(reader, drive.id))
  return now !== undefined && !(await describeOwner(now.owner_sub))?.isLeaving
}

const DRIVES_PER_PAGE = 500

async function* drivesOf({ db }: CheckParts, owner: string | undefined): AsyncIterable<DriveRow> {
  let after = ''
  for (;;) {
    const page = { after, owner, limit: DRIVES_PER_PAGE }
    const drives = await db.readLong((reader) => listDrives(reader, page))
    if (owner !== undefined && after === '' && drives.length === 0) {
      throw new ServiceError('not_found', { description: 'this person has no drive yet' })
    }
    yield* drives
    const last = drives.at(-1)
    if (!last || drives.length < DRIVES_PER_PAGE) return
    after = last.id
  }
}
