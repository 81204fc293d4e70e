import { isServiceError } from '@awan/protocol/errors'
import type { Drives } from '../access/drives.ts'
import { openTarget } from '../access/open-node.ts'

/** Undefined for what is no folder, is in the trash, or is not seen by the person. */
export async function findFolder(
  { drives }: { drives: Drives },
  sub: string,
  { driveId, nodeId }: { driveId: string; nodeId: string },
): Promise<{ driveId: string; nodeId: string; name: string } | undefined> {
  const access = { driveId, actor: { kind: 'person', sub }, right: 'view' } as const
  try {
    const { folder } = await drives.read(access, (reader, drive) =>
      openTarget(reader, drive, nodeId),
    )
    return { driveId, nodeId: folder.id, name: folder.name }
  } catch (error) {
    if (refusals.some((refusal) => isServiceError(error, refusal))) return undefined
    throw error
  }
}

const refusals = [
  'not_found',
  'permission_denied',
  'invalid_argument',
  'failed_precondition',
] as const
