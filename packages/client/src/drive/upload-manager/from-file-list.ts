import type { UploadSource } from '../upload-source.ts'
import type { UploadEntry } from './upload-entry.ts'

/** A File of a browser, as far as it is needed. */
export interface BrowserFile extends UploadSource {
  readonly name: string
  readonly lastModified: number
  readonly type: string
  /** Where a folder was chosen: the way to the file, from that folder on. */
  readonly webkitRelativePath?: string
}

/**
 * What somebody has chosen in `<input type="file">`, with `multiple` or `webkitdirectory`.
 *
 * @example await uploads.add(fromFileList(input.files))
 */
export function* fromFileList(files: Iterable<BrowserFile> | null): Iterable<UploadEntry> {
  for (const file of files ?? []) {
    yield { path: pathOf(file), source: file }
  }
}

/**
 * The way to a chosen file, from the chosen folder on. Chromium writes a backslash as a slash there, which would
 * make a folder of half a name; the name itself has it.
 */
export function pathOf({ name, webkitRelativePath: path }: BrowserFile): string {
  if (!path) return name
  const isAltered = name.includes('\\') && path.endsWith(`/${name.replaceAll('\\', '/')}`)
  return isAltered ? path.slice(0, -name.length) + name : path
}
