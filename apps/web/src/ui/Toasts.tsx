import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
  useState,
} from 'react'
import { ToastNote } from './ToastNote.tsx'

export interface Toast {
  title: string
  text: string
  /** Something to quote when asking for help. */
  reference?: { text: string; copy: string }
}

export interface ToastTexts {
  region: string
  dismiss: string
  copy: string
  copied: string
}

type Shown = Toast & { id: number }

/** Leads the keyboard to the notes, and is said with their name. */
const HOTKEY = 'F8'

const ToastContext = createContext<(toast: Toast) => void>(() => undefined)

export function useToast(): (toast: Toast) => void {
  return use(ToastContext)
}

/** Short notes at the edge of the page; they wait while pointed at and can be sent away. */
export function ToastProvider({ texts, children }: { texts: ToastTexts; children: ReactNode }) {
  const [toasts, setToasts] = useState<Shown[]>([])
  const [show] = useState(() => {
    let lastId = 0
    return (toast: Toast) => {
      lastId += 1
      const id = lastId
      // The same trouble twice is one note.
      setToasts((shown) => [
        ...shown
          .filter(({ title, text }) => title !== toast.title || text !== toast.text)
          .slice(-2),
        { ...toast, id },
      ])
    }
  })
  return (
    <ToastContext value={show}>
      {children}
      <ToastList
        toasts={toasts}
        texts={texts}
        onDismiss={(gone) => setToasts((shown) => shown.filter(({ id }) => id !== gone))}
      />
    </ToastContext>
  )
}

/** Always in the page, even when empty: screen readers tell only what is added to a list they know. */
function ToastList({
  toasts,
  texts,
  onDismiss,
}: {
  toasts: readonly Shown[]
  texts: ToastTexts
  onDismiss: (id: number) => void
}) {
  const list = useRef<HTMLOListElement>(null)
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isAway = useIsAway()
  useHotkeyTo(list)

  function dismissNewest({ key }: KeyboardEvent) {
    const newest = toasts.at(-1)
    if (key === 'Escape' && newest) onDismiss(newest.id)
  }

  return (
    <section aria-label={`${texts.region} (${HOTKEY})`}>
      <ol
        ref={list}
        tabIndex={-1}
        aria-live="assertive"
        aria-relevant="additions text"
        onPointerEnter={() => setPointedAt(true)}
        onPointerLeave={() => setPointedAt(false)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onKeyDown={dismissNewest}
        className="fixed end-4 bottom-4 z-60 flex w-[24rem] max-w-[calc(100vw-2rem)] flex-col gap-2 outline-none max-md:bottom-24"
      >
        {toasts.map((toast) => (
          <ToastNote
            key={toast.id}
            toast={toast}
            texts={texts}
            isHeld={isPointedAt || isFocused || isAway}
            onDismiss={() => onDismiss(toast.id)}
          />
        ))}
      </ol>
    </section>
  )
}

function useHotkeyTo(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (event.key === HOTKEY) target.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [target])
}

/** Whether the person looks at another window; what is not seen does not run out. */
function useIsAway(): boolean {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const leave = () => setAway(true)
    const comeBack = () => setAway(false)
    addEventListener('blur', leave)
    addEventListener('focus', comeBack)
    return () => {
      removeEventListener('blur', leave)
      removeEventListener('focus', comeBack)
    }
  }, [])
  return isAway
}
