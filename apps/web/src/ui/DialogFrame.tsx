import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, type RefObject, useState } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './IconButton.tsx'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  /** Absent where the question must be answered: nothing but the answer closes it. */
  closeLabel?: string
  /** Where the focus goes when it closes; to where it came from unless told. */
  returnFocusTo?: RefObject<HTMLElement | null>
  /** For what is to be read rather than answered. */
  isWide?: boolean
  /** For what grows while one works in it. */
  isTall?: boolean
  children: ReactNode
}

/**
 * On a phone it rises from the bottom edge as a sheet. The scrim is our own: the primitive's overlay
 * injects a style element, which our policy forbids.
 */
export function DialogFrame({ open, onOpenChange, ...shown }: DialogProps) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Shown {...shown} />
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Exists only while the dialog is open. */
function Shown({
  title,
  description,
  closeLabel,
  returnFocusTo,
  isWide = false,
  isTall = false,
  children,
}: Omit<DialogProps, 'open' | 'onOpenChange'>) {
  // The primitive knows only its own button, and a dialog may be opened by a key. By the time that it looks, a
  // field inside may have taken the focus.
  const [cameFrom] = useState(() => document.activeElement)
  const stay = closeLabel === undefined ? (event: Event) => event.preventDefault() : undefined
  return (
    <>
      <div
        aria-hidden="true"
        className="fixed inset-0 z-40 touch-none overscroll-contain bg-scrim animate-appear print:hidden"
      />
      <Primitive.Content
        {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        onEscapeKeyDown={(event) => {
          // A list that is open in here closes first.
          if (isOwnEscape(event.target)) event.preventDefault()
          stay?.(event)
        }}
        onInteractOutside={stay}
        onCloseAutoFocus={(event) => {
          const wanted = returnFocusTo?.current ?? cameFrom
          // What was acted on may be gone, with the button that asked: its page goes on from its heading.
          const target = wanted?.isConnected
            ? wanted
            : document.querySelector('main h1[tabindex="-1"]')
          if (!(target instanceof HTMLElement)) return
          event.preventDefault()
          target.focus()
        }}
        className={classNames(
          'fixed z-50 max-h-[calc(100dvh-2rem)] overflow-y-auto overscroll-contain border-line bg-raised p-5 shadow-float outline-none',
          'inset-x-0 bottom-0 rounded-t-lg border-t pb-[max(1.25rem,env(safe-area-inset-bottom))] animate-slide-up',
          'md:inset-x-auto md:start-1/2 md:bottom-auto md:-translate-x-1/2 md:rounded-lg md:border md:animate-rise',
          isWide
            ? 'md:top-[8vh] md:w-[min(46rem,calc(100vw-4rem))]'
            : isTall
              ? 'md:top-[6vh] md:max-h-[88vh] md:w-[34rem]'
              : 'md:top-[18vh] md:w-[26rem]',
          'print:static print:max-h-none print:translate-x-0 print:border-0 print:shadow-none',
        )}
      >
        <div className="mb-4 flex items-start gap-3">
          <div className="min-w-0 flex-1 pt-1">
            <Primitive.Title className="text-lg font-semibold tracking-[-0.01em]">
              {title}
            </Primitive.Title>
            {description === undefined ? null : (
              <Primitive.Description className="mt-1 text-muted">
                {description}
              </Primitive.Description>
            )}
          </div>
          {closeLabel === undefined ? null : (
            <Primitive.Close asChild>
              <IconButton icon={X} label={closeLabel} className="-me-2" />
            </Primitive.Close>
          )}
        </div>
        {children}
      </Primitive.Content>
    </>
  )
}

function isOwnEscape(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-own-escape]') !== null
}
