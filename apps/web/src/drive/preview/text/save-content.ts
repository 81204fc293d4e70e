import type { DriveClient } from '@awan/client/drive'
import type { File } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { type Beginning, type PreviewedFile, readBeginning } from '../preview-queries.ts'

export type SaveOutcome =
  | { kind: 'saved'; file: File }
  /** Somebody else has written since. */
  | { kind: 'conflict'; file: PreviewedFile; theirs: Beginning }

/** A file that is moved, starred and renamed all the time is looked at so often. */
const MAX_TRIES = 4

/**
 * Writes a new version, if the content is still the one that was read (`baseHash`). Only contents count:
 * who renames, moves or stars the file meanwhile is not in the way.
 */
export async function saveContent(
  drive: Pick<DriveClient, 'files' | 'paths'>,
  {
    id,
    baseHash,
    bytes,
    continuesWriting = false,
  }: {
    id: string
    baseHash: string | undefined
    bytes: Uint8Array<ArrayBuffer>
    continuesWriting?: boolean
  },
): Promise<SaveOutcome> {
  for (let tries = 1; ; tries += 1) {
    const file = await drive.files.get(id)
    if (file.hash !== baseHash) {
      const theirs = await readBeginning(drive, id)
      // Our own, of which the answer was lost on the way.
      if (isSame(theirs.bytes, bytes)) return { kind: 'saved', file }
      return { kind: 'conflict', file, theirs }
    }
    try {
      const saved = await drive.paths.put(toPath(file), new Blob([bytes]), {
        etag: file.etag,
        continuesWriting,
        mime_type: file.mime_type,
      })
      return { kind: 'saved', file: saved }
    } catch (error) {
      if (!isServiceError(error, 'failed_precondition') || tries === MAX_TRIES) throw error
    }
  }
}

/** From the top folder down, whose own name is not part of it. */
function toPath({ ancestors, name }: PreviewedFile): string {
  return [...ancestors.slice(1).map((folder) => folder.name), name].join('/')
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
