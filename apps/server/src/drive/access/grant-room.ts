import {
  MAX_GRANTS_PER_DRIVE,
  MAX_GRANTS_PER_GRANTEE,
  MAX_GRANTS_PER_NODE,
} from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { DriveTransaction } from './drives.ts'
import { countGrantsIn, countGrantsOn, type Grantee, toGranteeText } from './grants.store.ts'

/** Each call of a member looks at what was granted: a list without end would slow everybody down. */
export async function checkRoom(
  { writer, drive }: DriveTransaction,
  nodeId: string,
  grantee: Grantee,
): Promise<void> {
  if ((await countGrantsOn(writer, drive.id, nodeId)) >= MAX_GRANTS_PER_NODE) {
    throw noRoom(
      `a file or folder can be shared ${MAX_GRANTS_PER_NODE} times at most: end a share first, or share with a group`,
    )
  }
  const theirs = { grantee: toGranteeText(grantee), most: MAX_GRANTS_PER_GRANTEE }
  const had = grantee.kind === 'link' ? 0 : await countGrantsIn(writer, drive.id, theirs)
  if (had === MAX_GRANTS_PER_GRANTEE) {
    throw noRoom(
      `${MAX_GRANTS_PER_GRANTEE} files and folders of a drive can be shared with the same person or group at most: share a folder above them, or end a share first`,
    )
  }
  const all = await countGrantsIn(writer, drive.id, { most: MAX_GRANTS_PER_DRIVE })
  if (all === MAX_GRANTS_PER_DRIVE) {
    throw noRoom(`a drive can have ${MAX_GRANTS_PER_DRIVE} shares and links at most: end one first`)
  }
}

function noRoom(description: string): ServiceError {
  return new ServiceError('resource_exhausted', { description })
}
