import type { File } from '@awan/protocol/drive'
import type { ListedWhole } from '../listing/list-source.ts'
import type { ListWindow } from '../listing/list-window.ts'
import type { WholePlace } from './whole-place.ts'

/** All of a place that holds much, chosen as such, but for some that were taken out. */
export class ChosenWhole {
  readonly #list: Pick<ListWindow, 'state' | 'walk'>
  readonly #listed: ListedWhole
  readonly #exceptIds = new Set<string>()
  /** How many the place shows, where the list does not tell. */
  #total: number
  #counting = new AbortController()

  constructor(list: Pick<ListWindow, 'state' | 'walk'>, listed: ListedWhole, total: number) {
    this.#list = list
    this.#listed = listed
    this.#total = total
  }

  /** What is not in memory was not taken out. */
  has(file: File | undefined): boolean {
    return file === undefined || !this.#exceptIds.has(file.id)
  }

  toggle({ id }: File): void {
    if (!this.#exceptIds.delete(id)) this.#exceptIds.add(id)
  }

  toPlace(letGo: () => void): WholePlace {
    const { rowCount, isOpen } = this.#list.state()
    const total = isOpen ? this.#total : rowCount
    return {
      inside: this.#listed.inside,
      exceptIds: [...this.#exceptIds],
      count: Math.max(0, total - this.#exceptIds.size),
      walk: (signal) => this.#list.walk(0, signal),
      letGo,
    }
  }

  /** The last question counts: an answer to one before it would be older than what is shown. */
  async countAgain(): Promise<void> {
    this.#counting.abort()
    this.#counting = new AbortController()
    const { signal } = this.#counting
    // Without an answer the number of before is as good as any.
    const total = await this.#listed.count({ signal }).catch(() => this.#total)
    if (!signal.aborted) this.#total = total
  }
}
