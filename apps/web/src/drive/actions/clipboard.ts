import type { Chosen } from '../selection/whole-place.ts'

/** Files that were cut or copied, to be pasted into some folder. */
export interface Clipped {
  mode: 'cut' | 'copy'
  /** Which drive they are in; undefined for the person's own. */
  driveId: string | undefined
  chosen: Chosen
}

export interface Clipboard {
  readonly current: () => Clipped | undefined
  put(clipped: Clipped): void
  clear(): void
  readonly subscribe: (listener: () => void) => () => void
}

/** The system's own clipboard holds no files of the drive; this one lasts as long as the page. */
export function createClipboard(): Clipboard {
  const listeners = new Set<() => void>()
  let current: Clipped | undefined

  function change(next: Clipped | undefined) {
    current = next
    for (const listener of listeners) listener()
  }

  return {
    current: () => current,
    put: change,
    clear: () => change(undefined),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
