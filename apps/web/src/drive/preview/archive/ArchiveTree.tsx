// biome-ignore-all lint/a11y/useFocusableInteractive: one row is in the tab order, the arrows lead to the others
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronRight, Lock } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formatBytes } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { withoutTurns } from '../../../i18n/without-turns.ts'
import { classNames } from '../../../ui/class-names.ts'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { FileIcon } from '../../pictures/FileIcon.tsx'
import { type ArchiveNode, toRows } from './archive-tree.ts'
import { rowAfterTreeKey } from './tree-keys.ts'

const ROW_PX = 40
const TOUCH_ROW_PX = 52

/** Folders that open and close; only the rows in view exist. */
export function ArchiveTree({ label, top }: { label: string; top: ArchiveNode }) {
  // The virtualizer is one object that changes inside; what is read from it must not be remembered.
  'use no memo'
  const { t, tag } = useLanguage()
  const scroller = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => openAtFirst(top))
  const [active, setActive] = useState(0)
  const wantsFocus = useRef(false)
  const isTouch = useMediaQuery('(pointer: coarse)')
  const rows = toRows(top, open)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isTouch ? TOUCH_ROW_PX : ROW_PX),
    getItemKey: (index) => rows[index]?.node.path ?? index,
    overscan: 12,
  })

  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    scroller.current?.querySelector<HTMLElement>(`[data-row="${active}"]`)?.focus()
  })

  function toggle({ path, isFolder }: ArchiveNode) {
    if (!isFolder) return
    const next = new Set(open)
    if (!next.delete(path)) next.add(path)
    setOpen(next)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = rowAfterTreeKey(event.key, rows, active)
    if (step === undefined) return
    event.preventDefault()
    const row = rows[active]
    if (step === 'toggle') {
      if (row) toggle(row.node)
      return
    }
    virtualizer.scrollToIndex(step)
    wantsFocus.current = true
    setActive(step)
  }

  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      data-own-keys
      onKeyDown={onKeyDown}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain bg-surface"
    >
      <div
        role="presentation"
        className="relative mx-auto max-w-4xl"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start, size }) => {
          const row = rows[index]
          if (!row) return null
          const { node, depth, isOpen } = row
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around the rows handles the keys
            <div
              key={key}
              data-row={index}
              role="treeitem"
              aria-level={depth + 1}
              aria-expanded={node.isFolder ? isOpen : undefined}
              aria-selected={index === active}
              tabIndex={index === active ? 0 : -1}
              onFocus={() => setActive(index)}
              onClick={() => toggle(node)}
              style={{
                height: size,
                transform: `translateY(${start}px)`,
                paddingInlineStart: `${0.75 + depth * 1.25}rem`,
              }}
              className="absolute inset-x-0 top-0 flex items-center gap-2 border-b border-line pe-4 -outline-offset-2 hover:bg-hover"
            >
              <ChevronRight
                aria-hidden="true"
                strokeWidth={1.75}
                className={classNames(
                  'size-4 shrink-0 text-muted transition-transform duration-[120ms]',
                  isOpen && 'rotate-90',
                  !node.isFolder && 'invisible',
                )}
              />
              <FileIcon
                file={{ kind: node.isFolder ? 'folder' : 'file', name: node.name }}
                size="small"
              />
              <span translate="no" title={node.name} className="min-w-0 flex-1 truncate">
                {withoutTurns(node.name)}
              </span>
              {node.isLocked ? (
                <Lock
                  role="img"
                  aria-label={t('preview.archive.locked')}
                  className="size-4 shrink-0 text-muted"
                  strokeWidth={1.75}
                />
              ) : null}
              <span className="shrink-0 text-sm text-muted tabular-nums">
                {formatBytes(node.sizeBytes, tag)}
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** A single folder at the top is what nearly every archive begins with: nobody wants to open it first. */
function openAtFirst({ children }: ArchiveNode): ReadonlySet<string> {
  const [only, ...others] = children
  return new Set(only && others.length === 0 && only.isFolder ? [only.path] : [])
}
