export interface Toast {
  title: string
  text?: string
  /** What it tells; trouble unless told. */
  tone?: 'trouble' | 'done' | 'working'
  /** What can be done about it. */
  action?: { label: string; run(): void }
  /** A later note about the same takes its place. */
  topic?: string
  /** Something to quote when asking for help. */
  reference?: { text: string; copy: string }
}

export type ShownToast = Toast & { id: number }

/** Why the time of the notes stands still: somebody may be reading them, or looks at another window. */
export type Hold = 'pointer' | 'focus' | 'away'

/** The notes that are shown. Each leaves by itself after a while, but not under somebody's eyes. */
export interface ToastBoard {
  /** Answers how to take the note away before its time. */
  show(toast: Toast): () => void
  dismiss(id: number): void
  hold(reason: Hold): void
  release(reason: Hold): void
  shown(): readonly ShownToast[]
  subscribe(listener: () => void): () => void
}

const SHOWN_MS = 8000
/** Long enough to write down what is quoted. */
const SHOWN_WITH_REFERENCE_MS = 20_000
const MOST = 3

export function createToastBoard(): ToastBoard {
  let shown: readonly ShownToast[] = []
  let lastId = 0
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  const holds = new Set<Hold>()
  const listeners = new Set<() => void>()

  function start({ id, reference }: ShownToast) {
    const shownMs = reference === undefined ? SHOWN_MS : SHOWN_WITH_REFERENCE_MS
    timers.set(
      id,
      setTimeout(() => dismiss(id), shownMs),
    )
  }

  function stop(id: number) {
    clearTimeout(timers.get(id))
    timers.delete(id)
  }

  function change(next: readonly ShownToast[]) {
    for (const { id } of shown) if (!next.some((toast) => toast.id === id)) stop(id)
    shown = next
    // What vanished under a pointer or with the focus in it tells nobody that they left.
    if (shown.length === 0) for (const gone of ['pointer', 'focus'] as const) holds.delete(gone)
    for (const listener of listeners) listener()
  }

  function dismiss(gone: number) {
    change(shown.filter(({ id }) => id !== gone))
  }

  return {
    show(toast) {
      lastId += 1
      const added = { ...toast, id: lastId }
      // The same trouble twice is one note.
      const others = shown.filter((other) => !isSame(other, toast))
      change([...others.slice(1 - MOST), added])
      if (holds.size === 0) start(added)
      return () => dismiss(added.id)
    },
    dismiss,
    hold(reason) {
      holds.add(reason)
      for (const { id } of shown) stop(id)
    },
    release(reason) {
      // Whoever comes back has the whole time again.
      if (holds.delete(reason) && holds.size === 0) shown.forEach(start)
    },
    shown: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function isSame(one: Toast, other: Toast): boolean {
  if (other.topic !== undefined) return one.topic === other.topic
  return one.title === other.title && one.text === other.text
}
