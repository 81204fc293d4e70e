import type { BrowserFile } from './from-file-list.ts'
import type { UploadEntry } from './upload-entry.ts'

/** What is dropped on a page, as far as it is needed. */
export interface DroppedData {
  readonly items: Iterable<DroppedItem>
}

export interface DroppedItem {
  readonly kind: string
  getAsFile(): BrowserFile | null
  webkitGetAsEntry?(): DroppedEntry | null
}

/** A file or folder of the browser's own file system interface, which works by callbacks. */
export interface DroppedEntry {
  readonly isDirectory: boolean
  readonly name: string
  file?(found: (file: never) => void, failed: (error: unknown) => void): void
  createReader?(): {
    readEntries(found: (entries: never[]) => void, failed: (error: unknown) => void): void
  }
}

/**
 * Files and folders that somebody has dropped on the page. Call it within the event: afterwards the browser
 * has forgotten what was dropped.
 *
 * @example
 * page.addEventListener('drop', (event) => {
 *   event.preventDefault()
 *   void uploads.add(fromDataTransfer(event.dataTransfer))
 * })
 */
export function fromDataTransfer(data: DroppedData | null): AsyncIterable<UploadEntry> {
  const dropped = [...(data?.items ?? [])]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry?.() ?? undefined, file: item.getAsFile() }))
  return walkAll(dropped)
}

async function* walkAll(
  dropped: readonly { entry: DroppedEntry | undefined; file: BrowserFile | null }[],
): AsyncIterable<UploadEntry> {
  for (const { entry, file } of dropped) {
    if (entry?.isDirectory) yield* walk(entry, entry.name)
    else if (file) yield { path: file.name, source: file }
  }
}

async function* walk(entry: DroppedEntry, path: string): AsyncIterable<UploadEntry> {
  let isEmpty = true
  for await (const child of childrenOf(entry)) {
    isEmpty = false
    const below = `${path}/${child.name}`
    if (child.isDirectory) yield* walk(child, below)
    else yield { path: below, source: await fileOf(child) }
  }
  if (isEmpty) yield { path, kind: 'folder' }
}

/** Browsers give a hundred at a time, and none when there are no more. */
async function* childrenOf(folder: DroppedEntry): AsyncIterable<DroppedEntry> {
  const reader = folder.createReader?.()
  if (!reader) return
  for (;;) {
    const some = await new Promise<DroppedEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject)
    })
    if (some.length === 0) return
    yield* some
  }
}

function fileOf(entry: DroppedEntry): Promise<BrowserFile> {
  return new Promise((resolve, reject) => {
    if (entry.file) entry.file(resolve, reject)
    else reject(new TypeError(`${entry.name} is no file`))
  })
}
