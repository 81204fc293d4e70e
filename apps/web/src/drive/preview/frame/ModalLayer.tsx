// biome-ignore-all lint/a11y/noStaticElementInteractions: the guards catch the focus where it would leave
import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '../../../ui/class-names.ts'

/** Leads to the notes, which stand above everything. */
const NOTES_KEY = 'F8'

/**
 * Covers the page and keeps the focus. Not a dialog of the primitives: they take Escape before an editor
 * inside can close its own search with it. What happens in here stays here: the list behind has keys, drags
 * and menus of its own.
 */
export function ModalLayer({
  label,
  className,
  onClose,
  onKeyDown,
  children,
}: {
  label: string
  className: string
  onClose: () => void
  onKeyDown: (event: KeyboardEvent) => void
  children: ReactNode
}) {
  const layer = useRef<HTMLDivElement>(null)
  const [host] = useState(() => document.createElement('div'))

  useLayoutEffect(() => {
    const cameFrom = document.activeElement
    document.body.append(host)
    const stay = (event: Event) => {
      if (!(event instanceof globalThis.KeyboardEvent) || event.key !== NOTES_KEY) {
        event.stopPropagation()
      }
    }
    for (const type of OWN_EVENTS) host.addEventListener(type, stay)
    return () => {
      host.remove()
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) {
        cameFrom.focus({ preventScroll: true })
      }
    }
  }, [host])

  useEffect(() => {
    // Whoever opened it for writing is in the text already.
    if (!host.contains(document.activeElement)) layer.current?.focus()
  }, [host])

  useEffect(() => {
    // The button that had the focus may be gone with the file that it was for: keys go on working.
    if (document.activeElement === document.body) layer.current?.focus({ preventScroll: true })
  })

  function handleKeys(event: KeyboardEvent) {
    event.stopPropagation()
    // A dialog above this layer handles its own keys.
    if (!(event.target instanceof Node) || !layer.current?.contains(event.target)) return
    if (event.defaultPrevented) return
    if (event.key === 'Escape') onClose()
    else onKeyDown(event)
  }

  /** Past the last thing that can be focused comes the first one again. */
  const wrapTo = (end: 'first' | 'last') => () => {
    const all = focusableIn(layer.current)
    ;(end === 'first' ? all.at(0) : all.at(-1))?.focus()
  }

  return createPortal(
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: catches the focus where it would leave */}
      <span tabIndex={0} onFocus={wrapTo('last')} className="sr-only" />
      <div
        ref={layer}
        role="dialog"
        aria-modal="true"
        aria-label={label}
        tabIndex={-1}
        {...stayInside}
        onKeyDown={handleKeys}
        className={classNames(
          'fixed inset-0 z-40 flex flex-col overflow-hidden outline-none overscroll-contain animate-appear',
          className,
        )}
      >
        {children}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
      <span tabIndex={0} onFocus={wrapTo('first')} className="sr-only" />
    </>,
    host,
  )
}

const OWN_EVENTS = ['keydown', 'copy', 'cut', 'paste', 'pointerdown', 'contextmenu']

/** In the tree of components the list is above this layer, although it is behind it on the screen. */
const stay = (event: SyntheticEvent) => event.stopPropagation()
const stayInside = {
  onClick: stay,
  onDoubleClick: stay,
  onContextMenu: stay,
  onPointerDown: stay,
  onPointerMove: stay,
  onPointerUp: stay,
  onMouseDown: stay,
  onFocus: stay,
  onBlur: stay,
  onKeyUp: stay,
  onDragStart: stay,
  onCopy: stay,
  onCut: stay,
  onPaste: stay,
}

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, video[controls], audio[controls], [tabindex="0"]'

function focusableIn(layer: HTMLElement | null): HTMLElement[] {
  return [...(layer?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter((element) =>
    element.checkVisibility(),
  )
}
