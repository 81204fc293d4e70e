import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { usePreviewAddress } from '../address/preview-search.ts'
import type { ListWindow } from '../listing/list-window.ts'
import { PreviewLayer } from '../preview/PreviewLayer.tsx'
import { neighboursOf, rowsAround } from './neighbour-files.ts'

/** The file of the list that is looked at, with those before and behind it. */
export function BrowserPreview({
  list,
  onLeave,
}: {
  list: ListWindow
  /** With the row of the file that was looked at last. */
  onLeave?: (row: number) => void
}) {
  // A list is one object that changes inside; what is read from it must not be remembered.
  'use no memo'
  const { fileId, moveTo, close } = usePreviewAddress()
  const { isLoading, epoch } = useSyncExternalStore(list.subscribe, list.state)
  const row = fileId === undefined ? -1 : list.indexOf(fileId)
  useRowsAround(list, row, fileId !== undefined)
  useLocating(list, isLoading || row !== -1 ? undefined : fileId, epoch)
  useLeaving(list, fileId, onLeave)
  if (fileId === undefined) return null
  return (
    <PreviewLayer
      fileId={fileId}
      neighbours={row === -1 ? {} : neighboursOf(list, row)}
      onMove={(file) => moveTo(file.id)}
      onClose={close}
    />
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
