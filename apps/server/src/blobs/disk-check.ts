import { randomUUID } from 'node:crypto'
import { constants, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '@awan/protocol/errors'

/** Tries in the folder what the store lives by: making a file and giving it a mode. */
export async function checkDisk(root: string): Promise<void> {
  const probe = join(root, `.check-${randomUUID()}`)
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  const file = await open(probe, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    await file.chmod(0o400)
    if (((await file.stat()).mode & 0o777) !== 0o400) {
      throw new ServiceError('unavailable', {
        description:
          'the file system that holds the file contents does not keep file modes; use one that does, such as ext4 or xfs',
      })
    }
  } finally {
    await file.close()
    await unlink(probe)
  }
}
