import type { ReadBytes } from '../../kernel/zip/read-ahead.ts'
import { findDirectory, readDirectory, type ZipDirectory } from '../../kernel/zip/read-directory.ts'
import type { Path } from '../nodes/growing-tree.ts'
import { ExtractTrouble } from './extract-trouble.ts'
import { MAX_DIRECTORY_BYTES, MAX_ENTRIES, MAX_NAMES } from './limits.ts'
import { countNewNames, planEntry } from './plan-entry.ts'

/** What is known of an archive before anything of it is extracted. */
export interface Survey {
  directory: ZipDirectory
  entries: number
  /** Of all files that will be extracted. */
  sizeBytes: number
  /** The folder that everything lies in, where there is one. */
  top: string | undefined
}

const LOCAL_HEADER_BYTES = 30

/** Looks at all records of the directory, and refuses an archive that is not made for being extracted. */
export async function surveyArchive(read: ReadBytes, archiveBytes: number): Promise<Survey> {
  const directory = await findDirectory(read, archiveBytes)
  if (directory.end - directory.start > MAX_DIRECTORY_BYTES) throw new ExtractTrouble('too_many')
  const ranges = new Ranges()
  let sizeBytes = 0
  let top: string | undefined
  let hasTop = true
  let names = 0
  let before: Path = []
  for await (const entry of readDirectory(read, directory)) {
    if (ranges.count >= MAX_ENTRIES) throw new ExtractTrouble('too_many')
    const { offset, rawName, packedBytes } = entry
    ranges.add(offset, offset + LOCAL_HEADER_BYTES + rawName.length + packedBytes)
    const planned = planEntry(entry)
    if (planned instanceof ExtractTrouble) continue
    const { kind, path } = planned
    names += countNewNames(path, before)
    before = path
    if (names > MAX_NAMES) throw new ExtractTrouble('too_many')
    if (kind === 'file') sizeBytes += entry.sizeBytes
    const [first, ...inside] = path
    if (first === undefined) continue
    if (kind === 'file' && inside.length === 0) hasTop = false
    if (first !== (top ?? first)) hasTop = false
    top = first
  }
  if (ranges.overlap(directory.start)) throw new ExtractTrouble('overlapping')
  const entries = ranges.count
  return { directory, entries, sizeBytes, top: hasTop ? top : undefined }
}

/**
 * Where the entries are. They share no byte: without that, a few megabytes that all entries have in common could become
 * any number of files. What follows from it is that all of them together are no more than the archive, times what
 * deflating can save.
 */
class Ranges {
  count = 0
  readonly #starts = new Float64Array(MAX_ENTRIES)
  readonly #ends = new Float64Array(MAX_ENTRIES)
  /** Nearly every archive has them in the order of its directory. */
  #isSorted = true

  add(start: number, end: number): void {
    if (start < (this.#starts[this.count - 1] ?? 0)) this.#isSorted = false
    this.#starts[this.count] = start
    this.#ends[this.count] = end
    this.count++
  }

  /** Of two of them, or of one with what begins there. */
  overlap(next: number): boolean {
    const starts = this.#starts
    const order = Uint32Array.from({ length: this.count }, (_, at) => at)
    if (!this.#isSorted) order.sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0))
    return order.some((at, i) => {
      const following = order[i + 1]
      const end = following === undefined ? next : (starts[following] ?? 0)
      return (this.#ends[at] ?? 0) > end
    })
  }
}
