import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useToast } from '../../ui/Toasts.tsx'
import { allows } from '../access/allows.ts'
import { canDropInto, canMove, DRAG_TYPE, wantsCopy } from '../actions/drag-session.ts'
import { useDragSession, useDriveActions } from '../actions/use-drive-actions.ts'
import { toFolderLink } from '../address/folder-link.ts'
import { useDriveId, useReach } from '../DriveProvider.tsx'
import { type Chosen, countOf, isWhole } from '../selection/whole-place.ts'
import { claimDrop, type DropFolder } from '../uploads/outside-files.ts'
import { useUploads } from '../uploads/UploadsProvider.tsx'
import { setDragImage } from './drag-image.ts'
import { scrollAtEdges } from './edge-scroll.ts'

/** For a row or a tile: what begins when it is dragged. The files are asked for when it does. */
export function useFileDrag(chosen: Chosen | (() => Chosen)) {
  const t = useTexts()
  const session = useDragSession()
  const driveId = useDriveId()
  const reach = useReach()
  const toast = useToast()
  return {
    draggable: true,
    onDragStart(event: DragEvent) {
      if (reach.isLost()) {
        toast({ title: t('offline.reason'), topic: 'offline' })
        return event.preventDefault()
      }
      const dragged = typeof chosen === 'function' ? chosen() : chosen
      const count = countOf(dragged)
      if (count === 0) return event.preventDefault()
      const { dataTransfer } = event
      dataTransfer.effectAllowed = 'copyMove'
      dataTransfer.setData(DRAG_TYPE, String(count))
      const isMany = count > 1
      const [first] = isWhole(dragged) ? [] : dragged
      const label = isMany || !first ? t('drag.items', { count }) : first.name
      setDragImage(dataTransfer, label, isMany)
      session.begin(dragged, driveId)
      endWithDrag(session.end)
    },
  }
}

/** So long over a folder opens it. */
const SPRING_MS = 900

/** How something looks that would take what is dragged over it. */
export const dropMark = 'bg-accent-soft text-accent-ink ring-2 ring-accent ring-inset'

export interface DropProps {
  onDragEnter?(event: DragEvent): void
  onDragOver?(event: DragEvent): void
  onDragLeave?(event: DragEvent): void
  onDrop?(event: DragEvent): void
}

/**
 * For whatever stands for a folder: what is dropped on it is moved there, or copied with Ctrl or Alt, also from another
 * drive; files from outside are uploaded to it. Who waits over it is led into it, or wherever `onWait` leads, or nowhere.
 */
export function useDropFolder(
  folder: DropFolder | undefined,
  {
    onWait,
    elsewhere,
  }: {
    onWait?: (() => void) | null | undefined
    /** The drive of the folder, where it is not the one around it. */
    elsewhere?: string | undefined
  } = {},
): { isOver: boolean; dropProps: DropProps } {
  const actions = useDriveActions()
  const navigate = useNavigate()
  const session = useDragSession()
  const here = useDriveId()
  const driveId = elsewhere ?? here
  const folderId = folder?.id
  const comesFromElsewhere = () => session.driveId() !== driveId
  const enter = () => {
    if (folderId !== undefined) void navigate(toFolderLink(driveId, folderId))
  }
  return useDrop({
    id: folderId,
    canTake: (files, isCopy) =>
      folder !== undefined &&
      canDropInto(files, folder, { isCopy, isElsewhere: comesFromElsewhere() }),
    take(files, isCopy) {
      if (folder === undefined) return
      const act = isCopy ? 'copy' : 'move'
      if (!comesFromElsewhere()) return void actions[act](files, folder.id)
      const { id, name } = folder
      void actions.bring(act, { driveId: session.driveId(), chosen: files }, { driveId, id, name })
    },
    outside: folder && elsewhere === undefined && allows(folder, 'add') ? folder : undefined,
    onWait: onWait === undefined ? enter : onWait,
  })
}

/** For a place that takes nothing itself: who waits over it with files is led there. */
export function useDragWay(id: string, onWait: () => void): { dropProps: DropProps } {
  return useDrop({ id, canTake: () => false, take: () => undefined, isWay: true, onWait })
}

/** For whatever stands for the trash. */
export function useDropTrash(): { isOver: boolean; dropProps: DropProps } {
  const actions = useDriveActions()
  const session = useDragSession()
  const driveId = useDriveId()
  return useDrop({
    id: 'trash',
    // What is thrown away goes to the trash of its own drive.
    canTake: (chosen, isCopy) =>
      countOf(chosen) > 0 && !isCopy && canMove(chosen) && session.driveId() === driveId,
    take: (files) => void actions.trash(files),
  })
}

interface Drop {
  /** What it stands for: a row that is scrolled away gives its elements to another one. */
  id: string | undefined
  canTake(chosen: Chosen, isCopy: boolean): boolean
  take(chosen: Chosen, isCopy: boolean): void
  /** Where files from outside go. */
  outside?: DropFolder | undefined
  onWait?: (() => void) | null
  /** It takes nothing, and leads on. */
  isWay?: boolean
}

function useDrop({ id, canTake, take, outside, onWait, isWay = false }: Drop): {
  isOver: boolean
  dropProps: DropProps
} {
  const session = useDragSession()
  const uploads = useUploads()
  const [over, setOver] = useState<string>()
  const isOver = over !== undefined && over === id
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stopWaiting = () => {
    // Every row that is scrolled away comes by here, and hardly any waits for something.
    if (waiting.current !== undefined) clearTimeout(waiting.current)
    waiting.current = undefined
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it only reads a ref
  useEffect(() => stopWaiting, [id])

  function isOurs({ dataTransfer }: DragEvent): boolean {
    return dataTransfer.types.includes(DRAG_TYPE)
  }

  const takesOutside = ({ nativeEvent }: DragEvent) =>
    outside !== undefined && claimDrop(nativeEvent, outside)

  function comeOver(event: DragEvent): void {
    const isCopy = wantsCopy(event)
    if (isOurs(event) && canTake(session.files(), isCopy)) {
      event.stopPropagation()
      event.dataTransfer.dropEffect = isCopy ? 'copy' : 'move'
    } else if (takesOutside(event)) event.dataTransfer.dropEffect = 'copy'
    else if (isWay && isOurs(event)) event.dataTransfer.dropEffect = 'none'
    else return
    event.preventDefault()
    if (!isOver && !isWay) setOver(id)
    if (waiting.current === undefined && onWait) waiting.current = setTimeout(onWait, SPRING_MS)
  }

  return {
    isOver,
    dropProps: {
      onDragEnter: comeOver,
      onDragOver: comeOver,
      onDragLeave({ currentTarget, relatedTarget }) {
        // From one part of it to another is not away.
        if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
        setOver(undefined)
        stopWaiting()
      },
      onDrop(event) {
        const isCopy = wantsCopy(event)
        const files = session.files()
        setOver(undefined)
        stopWaiting()
        if (isOurs(event) && canTake(files, isCopy)) {
          event.stopPropagation()
          take(files, isCopy)
          session.end()
        } else if (outside && takesOutside(event)) {
          uploads.addDataTransfer(event.dataTransfer, outside.id)
        } else return
        event.preventDefault()
      },
    },
  }
}

/**
 * Ends with the drag, however that ends. A row that is gone by then, because a folder was opened on the
 * way, tells nobody; but a pointer that moves again has dropped what it had.
 */
function endWithDrag(end: () => void): void {
  const stopScrolling = scrollAtEdges()
  const over = new AbortController()
  const finish = () => {
    over.abort()
    stopScrolling()
    end()
  }
  for (const type of ['dragend', 'drop', 'pointermove'] as const) {
    // After the one who takes what was dropped.
    addEventListener(type, finish, { signal: over.signal })
  }
}
