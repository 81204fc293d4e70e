import type { Reread, UploadEntries, UploadEntry } from '@awan/client/upload-manager'
import { fromFileList, pathOf } from '@awan/client/upload-manager-browser'

/** Files that somebody has chosen again, in the place of those that could not be read. */
export interface Replacements {
  take(files: Iterable<File>): void
  /** Those of them below a folder. */
  below(folder: string): File[]
  has(path: string): boolean
  /** Each of these is looked for among what was chosen again, before it is where it was. */
  offerTo(entries: UploadEntries): AsyncIterable<UploadEntry>
}

export function createReplacements(): Replacements {
  let chosen = new Map<string, File>()
  /** Files share their functions: there are few, however many files there are. */
  const offered = new WeakMap<Reread, Reread>()
  const onlyChosen = offer(() => [])

  function offer(lookAgain: Reread): Reread {
    const known = offered.get(lookAgain)
    if (known) return known
    const retry: Reread = (path) => {
      const file = chosen.get(path)
      return withRetry(file ? fromFileList([file]) : lookAgain(path))
    }
    offered.set(lookAgain, retry)
    return retry
  }

  async function* withRetry(entries: UploadEntries): AsyncIterable<UploadEntry> {
    for await (const entry of entries) {
      if ('kind' in entry && entry.kind === 'folder') yield entry
      else yield { ...entry, retry: entry.retry ? offer(entry.retry) : onlyChosen }
    }
  }

  return {
    take(files) {
      chosen = new Map([...files].map((file) => [pathOf(file), file]))
    },
    below: (folder) =>
      [...chosen].filter(([path]) => path.startsWith(`${folder}/`)).map(([, file]) => file),
    has: (path) => chosen.has(path),
    offerTo: withRetry,
  }
}
