import type { BrowserFile } from './from-file-list.ts'
import { NO_NAME, pathIn, type Reread, toUnreadable, type UploadEntry } from './upload-entry.ts'

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
 * Files and folders that somebody has dropped on the page: every one that the browser knows of, also those that
 * cannot be read. Call it within the event: afterwards the browser has forgotten what was dropped.
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
    if (entry?.isDirectory) yield* walk(entry, entry.name || NO_NAME)
    else if (file?.name) yield { path: file.name, source: file, retry: entry && rereadOf(entry) }
    else yield toUnreadable(NO_NAME, undefined)
  }
}

/** What was given before is left out when a folder is looked through again. */
async function* walk(
  folder: DroppedEntry,
  path: string,
  given = new Set<string>(),
): AsyncIterable<UploadEntry> {
  const retry: Reread = (file) => findFile(folder, file, retry)
  try {
    for await (const children of childrenOf(folder)) {
      const fresh = children.filter(({ name }) => !given.has(name))
      // Each waits for the browser: together they wait once.
      const found = await Promise.all(
        fresh.map((child) => {
          const below = pathIn(path, child.name)
          return child.isDirectory ? walk(child, below) : toEntry(child, below, retry)
        }),
      )
      for (const [index, one] of found.entries()) {
        given.add((fresh[index] as DroppedEntry).name)
        if ('path' in one) yield one
        else yield* one
      }
    }
    if (given.size === 0) yield { path, kind: 'folder' }
  } catch (cause) {
    yield toUnreadable(path, cause, { isFolder: true, retry: () => walk(folder, path, given) })
  }
}

/** Browsers give a hundred at a time, and none when there are no more. */
async function* childrenOf(folder: DroppedEntry): AsyncIterable<DroppedEntry[]> {
  const reader = folder.createReader?.()
  if (!reader) return
  for (;;) {
    const some = await new Promise<DroppedEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject)
    })
    if (some.length === 0) return
    yield some
  }
}

async function toEntry(entry: DroppedEntry, path: string, retry: Reread): Promise<UploadEntry> {
  try {
    return { path, source: await fileOf(entry), retry }
  } catch (cause) {
    return toUnreadable(path, cause, { retry })
  }
}

function rereadOf(entry: DroppedEntry): Reread {
  const retry: Reread = async function* (path) {
    yield await toEntry(entry, path, retry)
  }
  return retry
}

/** By its folder, which is one for many files: to keep an entry for each of a hundred thousand takes much memory. */
async function* findFile(
  folder: DroppedEntry,
  path: string,
  retry: Reread,
): AsyncIterable<UploadEntry> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  try {
    for await (const children of childrenOf(folder)) {
      const found = children.find((child) => (child.name || NO_NAME) === name)
      if (!found) continue
      yield await toEntry(found, path, retry)
      return
    }
    yield toUnreadable(path, new DOMException('it has gone', 'NotFoundError'), { retry })
  } catch (cause) {
    yield toUnreadable(path, cause, { retry })
  }
}

function fileOf(entry: DroppedEntry): Promise<BrowserFile> {
  return new Promise((resolve, reject) => {
    if (entry.file) entry.file(resolve, reject)
    else reject(new TypeError(`${entry.name} is no file`))
  })
}
