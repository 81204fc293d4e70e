import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { classNames } from './class-names.ts'
import { ToastNote, type ToastNoteTexts } from './ToastNote.tsx'
import { createToastBoard, type ToastBoard } from './toast-board.ts'

interface ToastTexts extends ToastNoteTexts {
  region: string
}

/** Leads the keyboard to the notes, and is said with their name. */
const HOTKEY = 'F8'

const ToastContext = createContext<ToastBoard['show']>(() => () => undefined)

export function useToast(): ToastBoard['show'] {
  return use(ToastContext)
}

/** Short notes at the edge of the page; they wait while pointed at and can be sent away. */
export function ToastProvider({ texts, children }: { texts: ToastTexts; children: ReactNode }) {
  const [board] = useState(createToastBoard)
  return (
    <ToastContext value={board.show}>
      {children}
      <ToastList board={board} texts={texts} />
    </ToastContext>
  )
}

/** Always in the page, even when empty: screen readers tell only what is added to a list they know. */
function ToastList({ board, texts }: { board: ToastBoard; texts: ToastTexts }) {
  const list = useRef<HTMLOListElement>(null)
  const toasts = useSyncExternalStore(board.subscribe, board.shown)
  const { cameFrom, leaveList } = useWayBack(list)
  // What is not seen does not run out.
  useWindowEvent('blur', () => board.hold('away'))
  useWindowEvent('focus', () => board.release('away'))

  const isDragging = useIsDragging()

  function dismiss(id: number) {
    if (list.current?.contains(document.activeElement)) {
      if (toasts.length > 1) list.current.focus()
      else leaveList()
    }
    board.dismiss(id)
  }

  function dismissNewest({ key }: KeyboardEvent) {
    const newest = toasts.at(-1)
    if (key === 'Escape' && newest) dismiss(newest.id)
  }

  return (
    <section aria-label={`${texts.region} (${HOTKEY})`}>
      <ol
        ref={list}
        tabIndex={-1}
        aria-live="assertive"
        aria-relevant="additions text"
        // A pointer that rests where a note appears has not gone there to read it.
        onPointerMove={() => board.hold('pointer')}
        onPointerLeave={() => board.release('pointer')}
        onFocus={({ relatedTarget }) => {
          board.hold('focus')
          if (relatedTarget instanceof HTMLElement && !list.current?.contains(relatedTarget)) {
            cameFrom.current = relatedTarget
          }
        }}
        onBlur={() => board.release('focus')}
        onKeyDown={dismissNewest}
        // What is dragged can be dropped on what is behind a note.
        className={classNames(
          'notes fixed z-60 flex w-[24rem] max-w-[calc(100vw-2rem)] flex-col gap-2 outline-none',
          isDragging && 'pointer-events-none opacity-20',
        )}
      >
        {toasts.map((toast) => (
          <ToastNote
            key={toast.id}
            toast={toast}
            texts={texts}
            onDismiss={() => dismiss(toast.id)}
          />
        ))}
      </ol>
    </section>
  )
}

/** A pointer sends no moves while it drags something, ours or from outside. */
function useIsDragging(): boolean {
  const [isDragging, setDragging] = useState(false)
  useWindowEvent('dragover', () => setDragging(true))
  useWindowEvent('dragend', () => setDragging(false))
  useWindowEvent('drop', () => setDragging(false))
  useWindowEvent('pointermove', () => setDragging(false))
  return isDragging
}

/** Leads to the notes by the hotkey, and from them back to where the person was. */
function useWayBack(list: RefObject<HTMLElement | null>) {
  const cameFrom = useRef<HTMLElement>(null)
  useWindowEvent('keydown', (event) => {
    if (event.key !== HOTKEY || list.current?.contains(document.activeElement)) return
    list.current?.focus()
  })
  return { cameFrom, leaveList: () => cameFrom.current?.focus({ preventScroll: true }) }
}

function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  act: (event: WindowEventMap[Type]) => void,
): void {
  const onEvent = useEffectEvent(act)
  useEffect(() => {
    const listener = (event: WindowEventMap[Type]) => onEvent(event)
    addEventListener(type, listener)
    return () => removeEventListener(type, listener)
  }, [type])
}
