import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { menuPanel } from './menu-parts.tsx'

export interface PointMenuProps {
  at: { x: number; y: number } | Element
  label: string
  onClose: () => void
  /** After the focus is back where it was: a dialog that opens now leads back there too. */
  onClosed?: () => void
  children: ReactNode
}

export function PointMenuFrame({ at, label, onClose, onClosed, children }: PointMenuProps) {
  const [point] = useState(() => toPoint(at))
  const [cameFrom] = useState(() => document.activeElement)
  const isElsewhere = useRef(false)
  return (
    <DropdownMenu.Root
      open
      modal={false}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <DropdownMenu.Trigger asChild>
        <span
          aria-hidden="true"
          className="pointer-events-none fixed size-0"
          style={{ left: point.x, top: point.y }}
        />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="start"
        sideOffset={2}
        collisionPadding={8}
        aria-label={label}
        aria-labelledby={undefined}
        className={menuPanel}
        onContextMenu={(event) => event.preventDefault()}
        onInteractOutside={() => {
          isElsewhere.current = true
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          // Who pressed something else goes on there.
          if (!isElsewhere.current && cameFrom instanceof HTMLElement) {
            cameFrom.focus({ preventScroll: true })
          }
          onClosed?.()
        }}
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

function toPoint(at: { x: number; y: number } | Element): { x: number; y: number } {
  if (!(at instanceof Element)) return at
  const { left, bottom } = at.getBoundingClientRect()
  return { x: left, y: bottom }
}
