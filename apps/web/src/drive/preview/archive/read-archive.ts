import type { DriveClient } from '@awan/client/drive'
import { Reader, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { type ArchiveEntry, type ArchiveNode, takeShown, toArchiveTree } from './archive-tree.ts'

export interface Archive {
  top: ArchiveNode
  /** Of all files in it. */
  fileCount: number
  sizeBytes: number
  /** There is more in it than is shown. */
  isPart: boolean
}

/** The names of far more files than are shown. */
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024

/** What lies in an archive. Only its directory is read, which stands at its end, however large it is. */
export async function readArchive(
  drive: Pick<DriveClient, 'files'>,
  { id, size }: { id: string; size: number },
  signal: AbortSignal,
): Promise<Archive> {
  const entries = await readDirectory(new ContentReader(drive, id, size, signal))
  if (!entries) return { top: toArchiveTree([]), fileCount: 0, sizeBytes: 0, isPart: true }
  const files = entries.filter(({ isFolder }) => !isFolder)
  const { shown, isPart } = takeShown(entries)
  return {
    top: toArchiveTree(shown),
    fileCount: files.length,
    sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    isPart,
  }
}

/** Undefined where it is too long to be read. */
async function readDirectory(reader: ContentReader): Promise<ArchiveEntry[] | undefined> {
  const zip = new ZipReader(reader)
  try {
    const entries = await zip.getEntries()
    return entries.map(({ filename, directory, uncompressedSize, encrypted }) => ({
      path: filename,
      isFolder: directory,
      sizeBytes: uncompressedSize,
      isLocked: encrypted,
    }))
  } catch (error) {
    if (reader.isTooLong) return undefined
    throw error
  } finally {
    await zip.close()
  }
}

/** The bytes of a file of the drive, by ranges. */
class ContentReader extends Reader<string> {
  /** Whether more was asked for than is read. */
  isTooLong = false
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
    if (length > MAX_DIRECTORY_BYTES) {
      this.isTooLong = true
      throw new RangeError('the directory of the archive is too long to be shown')
    }
    const end = Math.min(start + length, this.size) - 1
    if (end < start) return new Uint8Array()
    const response = await this.#drive.files.download(this.#id, {
      range: { start, end },
      signal: this.#signal,
    })
    return new Uint8Array(await response.arrayBuffer())
  }
}
