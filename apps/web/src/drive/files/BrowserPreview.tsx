import type { File } from '@awan/protocol/drive'
import { useSyncExternalStore } from 'react'
import type { ListWindow } from '../listing/list-window.ts'
import { type Neighbours, PreviewLayer } from '../preview/PreviewLayer.tsx'
import { usePreviewAddress } from '../preview/preview-search.ts'

/** The file of the list that is looked at, with those before and behind it. */
export function BrowserPreview({ list }: { list: ListWindow }) {
  // A list is one object that changes inside; what is read from it must not be remembered.
  'use no memo'
  const { fileId, moveTo, close } = usePreviewAddress()
  useSyncExternalStore(list.subscribe, list.state)
  if (fileId === undefined) return null
  return (
    <PreviewLayer
      fileId={fileId}
      neighbours={neighboursOf(list, fileId)}
      onMove={(file) => moveTo(file.id)}
      onClose={close}
    />
  )
}

function neighboursOf(list: ListWindow, fileId: string): Neighbours {
  const index = list.indexOf(fileId)
  if (index === -1) return {}
  return {
    previous: nextFile(list, index, -1),
    next: nextFile(list, index, 1),
    ...countFiles(list, index),
  }
}

/** Which of how many files it is. Folders come first: where they are not in memory nobody knows. */
function countFiles(list: ListWindow, index: number): Pick<Neighbours, 'position' | 'count'> {
  let folders = 0
  while (list.rowAt(folders)?.kind === 'folder') folders++
  if (list.rowAt(folders) === undefined) return {}
  return { position: index + 1 - folders, count: list.state().rowCount - folders }
}

/** As far as the rows are there; the list reads what lies around whatever is looked at. */
function nextFile(list: ListWindow, from: number, step: 1 | -1): File | undefined {
  let row = list.rowAt(from + step)
  for (let at = from + step; row?.kind === 'folder'; row = list.rowAt(at)) at += step
  return row
}
