import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { usePreviewAddress } from '../address/preview-search.ts'
import type { ListWindow } from '../listing/list-window.ts'
import type { Place } from '../listing/place.ts'
import type { Neighbours } from '../preview/neighbours.ts'
import { PreviewLayer } from '../preview/PreviewLayer.tsx'
import { neighboursOf, rowsAround } from './neighbour-files.ts'

export interface ListPreviewProps {
  list: ListWindow
  place: Place
  /** With the row of the file that was looked at last. */
  onLeave?: ((row: number) => void) | undefined
}

/** The file of the list that is looked at, with those before and behind it. */
export function ListPreview({ list, place, onLeave }: ListPreviewProps) {
  // A list is one object that changes inside; what is read from it must not be remembered.
  'use no memo'
  const { fileId, moveTo, close } = usePreviewAddress()
  const { isLoading, epoch } = useSyncExternalStore(list.subscribe, list.state)
  const row = fileId === undefined ? -1 : list.indexOf(fileId)
  useRowsAround(list, row, fileId !== undefined)
  useLocating(list, isLoading || row !== -1 ? undefined : fileId, epoch)
  useLeaving(list, fileId, onLeave)
  const neighbours = useNeighbours(list, row, fileId)
  if (fileId === undefined) return null
  return (
    <PreviewLayer
      fileId={fileId}
      place={place}
      neighbours={neighbours}
      onMove={(file) => moveTo(file.id)}
      onClose={close}
    />
  )
}

/** A file that has left the list still leads to those that were beside it. */
function useNeighbours(list: ListWindow, row: number, fileId: string | undefined): Neighbours {
  'use no memo'
  const [last, setLast] = useState<{ fileId: string; neighbours: Neighbours }>()
  const now = row === -1 ? undefined : neighboursOf(list, row)
  if (fileId !== undefined && now !== undefined && !isSame(last, fileId, now)) {
    setLast({ fileId, neighbours: now })
  }
  if (now !== undefined) return now
  if (last === undefined || last.fileId !== fileId) return {}
  const { previous, next, nextPicture } = last.neighbours
  return { previous, next, nextPicture, hasLeft: true }
}

function isSame(
  last: { fileId: string; neighbours: Neighbours } | undefined,
  fileId: string,
  { previous, next, nextPicture }: Neighbours,
): boolean {
  return (
    last?.fileId === fileId &&
    last.neighbours.previous === previous &&
    last.neighbours.next === next &&
    last.neighbours.nextPicture === nextPicture
  )
}

/** Reads what lies around the file, wherever the list behind is scrolled to. */
function useRowsAround(list: ListWindow, row: number, isOpen: boolean): void {
  'use no memo'
  const { first, last } = row === -1 ? { first: -1, last: -1 } : rowsAround(list, row)
  useEffect(() => {
    if (last !== -1) list.lookBeside({ first, last })
  }, [list, first, last])
  useEffect(() => {
    if (isOpen) return () => list.lookBeside(undefined)
    return undefined
  }, [list, isOpen])
}

/** Who comes by an address may want a file that lies far down the list. */
function useLocating(list: ListWindow, fileId: string | undefined, epoch: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another list it may lie elsewhere
  useEffect(() => {
    if (fileId === undefined) return
    const stop = new AbortController()
    void list.locate(fileId, stop.signal).then((row) => {
      if (row !== undefined && !stop.signal.aborted) list.lookBeside({ first: row, last: row })
    })
    return () => stop.abort()
  }, [list, fileId, epoch])
}

function useLeaving(
  list: ListWindow,
  fileId: string | undefined,
  onLeave: ((row: number) => void) | undefined,
): void {
  const lastId = useRef('')
  const isOpen = fileId !== undefined
  useEffect(() => {
    if (fileId !== undefined) lastId.current = fileId
  }, [fileId])
  const leave = useEffectEvent(() => {
    // Gone meanwhile, its row is that of another file.
    const row = list.indexOf(lastId.current)
    if (row !== -1) onLeave?.(row)
  })
  useEffect(() => {
    if (isOpen) return () => leave()
    return undefined
  }, [isOpen])
}
