import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import type { ListWindow } from '../listing/list-window.ts'
import type { Selection } from '../selection/selection.ts'
import { createTypeahead, type ListShape, rowAfterKey } from './list-navigation.ts'
import { rowOf } from './use-browse-pointer.ts'

/** What keys do in a list: they move, choose, open, and find a name by its beginning. */
export function useBrowseKeys({
  list,
  selection,
  shape,
  onSee,
  onOpen,
  onPreview,
}: {
  list: ListWindow
  selection: Selection
  shape: () => ListShape
  /** The cursor has moved: it is shown and gets the focus. */
  onSee: (row: number) => void
  onOpen: (row: number) => void
  onPreview: (row: number) => void
}) {
  const handleError = useErrorHandler()
  const [typeahead] = useState(() => createTypeahead(() => performance.now()))
  const search = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => search.current?.abort(), [])

  function goTo(row: number, { shiftKey = false, isMod = false } = {}) {
    if (shiftKey) selection.extendTo(row, { keep: isMod })
    else if (isMod) selection.moveTo(row)
    else selection.only(row)
    onSee(row)
  }

  /** Among the rows in memory at once, among the others as they come. */
  async function find(character: string) {
    search.current?.abort()
    const { begins, fromNext } = typeahead.type(character)
    const { cursor } = selection.state()
    const from = fromNext ? cursor + 1 : cursor
    const known = list.find(from, ({ name }) => begins(name))
    if (known !== undefined) return goTo(known)
    if (list.isWhole()) return
    search.current = new AbortController()
    const { signal } = search.current
    try {
      for await (const { at, files } of list.walk(0, signal)) {
        const index = files.findIndex(({ name }) => begins(name))
        if (signal.aborted) return
        if (index !== -1) return goTo(at + index)
      }
    } catch (error) {
      if (!signal.aborted) handleError(error)
    }
  }

  function moveBy(event: KeyboardEvent): boolean {
    const next = rowAfterKey(event.key, selection.state().cursor, shape())
    if (next !== undefined) goTo(next, { shiftKey: event.shiftKey, isMod: isMod(event) })
    return next !== undefined
  }

  /** Only the row that has the focus is meant: who is beside the rows opens and chooses nothing. */
  function actAtRow(event: KeyboardEvent): boolean {
    if (rowOf(event.target) === undefined) return false
    const { key, shiftKey } = event
    const { cursor } = selection.state()
    if (key === 'Enter' && !isMod(event)) onOpen(cursor)
    else if (key === ' ' && isMod(event)) selection.toggle(cursor)
    else if (key === ' ' && shiftKey) selection.extendTo(cursor)
    else if (key === ' ' && !typeahead.isTyping()) onPreview(cursor)
    else return false
    return true
  }

  function findBy(event: KeyboardEvent): boolean {
    const { key } = event
    // A space begins no name, and some characters are keys of the page.
    const isOfName = [...key].length === 1 && key !== '/' && key !== '?'
    if (!isOfName || isMod(event) || (key === ' ' && !typeahead.isTyping())) return false
    void find(key)
    return true
  }

  return function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.nativeEvent.isComposing || isPressed(event)) return
    if (moveBy(event) || actAtRow(event) || findBy(event)) event.preventDefault()
  }
}

function isMod({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey
}

/** A button within the list answers to its own keys. */
function isPressed({ key, target }: KeyboardEvent): boolean {
  return (key === 'Enter' || key === ' ') && (target as Element).closest('button') !== null
}
