import type { EntryContent } from '../../kernel/zip/read-content.ts'

/** Each holds some hundred kilobytes of memory, and nothing else. */
const MAX_KEPT = 8

/**
 * The contents of large entries from one step to the next: what is deflated can only be read from its beginning. Those
 * whose task another process goes on with are pushed out by others.
 */
export class KeptContents {
  readonly #kept = new Map<string, EntryContent>()

  /** For nobody else until it is kept again. */
  take(key: string): EntryContent | undefined {
    const content = this.#kept.get(key)
    this.#kept.delete(key)
    return content
  }

  keep(key: string, content: EntryContent): void {
    this.close(key)
    this.#kept.set(key, content)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) return
      this.close(oldest)
    }
  }

  close(key: string): void {
    this.take(key)?.close()
  }
}
