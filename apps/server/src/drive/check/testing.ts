import type { BlobStore } from '../../blobs/blob-store.ts'
import type { TestDrive } from '../testing.ts'
import { type CheckReport, checkDrives } from './check-drives.ts'
import type { CheckOptions } from './drive-check.ts'
import type { Problem } from './problem.ts'

/** Checks the drives of a test and gives what was found, in the order in which it was. */
export async function findProblems(
  drive: TestDrive,
  options: Partial<CheckOptions> = {},
): Promise<{ problems: Problem[]; report: CheckReport }> {
  const problems: Problem[] = []
  const describeOwner = async (sub: string) => ({
    name: `${sub}@example.org`,
    isLeaving: sub === 'leaving',
  })
  const report = await checkDrives(
    { ...drive, describeOwner },
    { readsContents: true, ...options, onProblem: (problem) => problems.push(problem) },
  )
  return { problems, report }
}

/** Puts other bytes in the place of a content, as a disk does that has gone bad. */
export async function replaceBytes(blobs: BlobStore, id: string, bytes: Buffer): Promise<void> {
  await blobs.delete(id)
  const draft = await blobs.create(id, bytes.length)
  const writer = await blobs.writeAt(draft, 0)
  await writer.append(bytes)
  await writer.flush()
  await writer[Symbol.asyncDispose]()
  await blobs.seal(draft)
}
