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
    yield { path: file.webkitRelativePath || file.name, source: file }
  }
}
