import type { DriveClient } from '@awan/client/drive'
import { MAX_CHECKED_RENAMES } from '@awan/protocol'
import type { CheckedRename, File } from '@awan/protocol/drive'
import { type NewName, toRename } from './judge-names.ts'

type Problems = CheckedRename['problems']

/** Which of these names the server would refuse; a part of them with each call. */
export async function checkNames(
  { files }: { files: Pick<DriveClient['files'], 'checkRename'> },
  names: readonly NewName[],
  signal: AbortSignal,
): Promise<Problems> {
  const found: Problems = []
  for (const part of partsOf(names)) {
    const { problems } = await files.checkRename(part.map(toRename), { signal })
    found.push(...problems)
  }
  return found
}

/** When files were taken as far as cameras say so, else when they were changed. */
export async function readPhotoTimes(
  { lists }: { lists: Pick<DriveClient['lists'], 'photoTimes'> },
  files: readonly File[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const part of partsOf(files.filter(({ kind }) => kind === 'file'))) {
    const ids = part.map(({ id }) => id)
    const { times } = await lists.photoTimes(ids, { signal })
    for (const [id, time] of Object.entries(times)) found.set(id, time)
  }
  return found
}

function* partsOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += MAX_CHECKED_RENAMES) {
    yield all.slice(at, at + MAX_CHECKED_RENAMES)
  }
}
