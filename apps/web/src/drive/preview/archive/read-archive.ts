import type { DriveClient } from '@awan/client/drive'
import { Reader, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { type ArchiveNode, toArchiveTree } from './archive-tree.ts'

export interface Archive {
  top: ArchiveNode
  fileCount: number
}

/** What lies in an archive. Only its directory is read, which stands at its end, however large it is. */
export async function readArchive(
  drive: Pick<DriveClient, 'files'>,
  { id, size }: { id: string; size: number },
  signal: AbortSignal,
): Promise<Archive> {
  const zip = new ZipReader(new ContentReader(drive, id, size, signal))
  const entries = await zip.getEntries()
  await zip.close()
  return {
    top: toArchiveTree(
      entries.map(({ filename, directory, uncompressedSize, encrypted }) => ({
        path: filename,
        isFolder: directory,
        sizeBytes: uncompressedSize,
        isLocked: encrypted,
      })),
    ),
    fileCount: entries.filter(({ directory }) => !directory).length,
  }
}

/** The bytes of a file of the drive, by ranges. */
class ContentReader extends Reader<string> {
  readonly #drive: Pick<DriveClient, 'files'>
  readonly #id: string
  readonly #signal: AbortSignal

  constructor(drive: Pick<DriveClient, 'files'>, id: string, size: number, signal: AbortSignal) {
    super(id)
    this.size = size
    this.#drive = drive
    this.#id = id
    this.#signal = signal
  }

  override async readUint8Array(start: number, length: number): Promise<Uint8Array> {
    const end = Math.min(start + length, this.size) - 1
    if (end < start) return new Uint8Array()
    const response = await this.#drive.files.download(this.#id, {
      range: { start, end },
      signal: this.#signal,
    })
    return new Uint8Array(await response.arrayBuffer())
  }
}
