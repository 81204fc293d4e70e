import type { Download } from './download.ts'

interface Kept {
  download: Promise<Download>
  ending: AbortController
  idle: NodeJS.Timeout
}

/** Whoever does not come back for a connection in this time has lost its task. */
const IDLE_MS = 30_000

/** The connections that this process keeps from one step of a task to the next. */
export class Downloads implements Disposable {
  readonly #kept = new Map<string, Kept>()

  /** That of an earlier step, or a new one. */
  take(key: string, open: (signal: AbortSignal) => Promise<Download>): Promise<Download> {
    const known = this.#kept.get(key)
    if (known) {
      known.idle.refresh()
      return known.download
    }
    const ending = new AbortController()
    const download = open(ending.signal)
    // Whoever waits for it may have left before.
    download.catch(() => {})
    const idle = setTimeout(() => this.close(key), IDLE_MS)
    idle.unref()
    this.#kept.set(key, { download, ending, idle })
    return download
  }

  close(key: string): void {
    const kept = this.#kept.get(key)
    this.#kept.delete(key)
    clearTimeout(kept?.idle)
    kept?.ending.abort()
  }

  /** Those whose keys begin with it. */
  closeAll(prefix = ''): void {
    for (const key of this.#kept.keys()) if (key.startsWith(prefix)) this.close(key)
  }

  [Symbol.dispose](): void {
    this.closeAll()
  }
}
