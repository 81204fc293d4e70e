import { ROOT_ID } from '@awan/protocol'
import type { File } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { findCommand, isPressed } from '../actions/command-keys.ts'
import { useFileCommands } from '../actions/file-commands.ts'
import { useShowInFolder } from '../address/show-in-folder.ts'
import { useDrive } from '../DriveProvider.tsx'
import { folderQuery } from '../drive-queries.ts'
import type { Place } from '../listing/place.ts'
import type { Selection } from '../selection/selection.ts'
import { type Chosen, countOf } from '../selection/whole-place.ts'
import { rowOf } from './use-browse-pointer.ts'

/**
 * The keys of the commands, wherever on the page one is: what is meant is what is chosen, or else `atCursor`
 * while it has the focus. To paste, nothing needs to be chosen.
 */
export function useCommandKeys(
  chosen: Chosen,
  place: Place,
  { atCursor }: { atCursor?: File | undefined } = {},
): void {
  const isOnlyAtCursor = atCursor !== undefined && countOf(chosen) === 0
  const commands = useFileCommands(isOnlyAtCursor ? [atCursor] : chosen, place)
  usePageKeys((event) => {
    const command = findCommand(commands, event)
    if (!command) return false
    if (command.id !== 'paste') {
      if (hasOwnKeys(event.target)) return false
      if (isOnlyAtCursor && !isRow(event.target)) return false
    }
    command.run()
    return true
  })
}

/** All or nothing is chosen, also from beside the list. */
export function useSelectionKeys(selection: Selection): void {
  usePageKeys((event) => {
    const isNone = event.key === 'Escape' && isNowhereElse(event.target)
    if (isPressed('mod+a', event)) selection.all()
    else if (isNone && selection.state().count > 0) selection.clear()
    else return false
    return true
  })
}

/** To the folder above, in which the one that one comes from is chosen. */
export function useUpKey(place: Place): void {
  const drive = useDrive()
  const showInFolder = useShowInFolder()
  const folderId = place.kind === 'folder' ? place.folderId : undefined
  const { data: folder } = useQuery({
    ...folderQuery(drive, folderId ?? ROOT_ID),
    enabled: folderId !== undefined && folderId !== ROOT_ID,
  })
  usePageKeys((event) => {
    if (!isPressed('alt+ArrowUp', event)) return false
    // The top folder, and what is shared itself, have nothing above.
    if (!folder || folder.id !== folderId || folder.ancestors.length === 0) return false
    showInFolder(folder)
    return true
  })
}

/** Keys of the page as such: not while somebody writes, nor below a dialog or a menu. */
function usePageKeys(onKey: (event: KeyboardEvent) => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isElsewhere(event.target)) return
    if (onKey(event)) event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

/** In a field one writes, and what lies over the page has the keyboard. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return true
  return isIn(target, 'input, textarea, select, [contenteditable]')
}

/** A button, a link or a folder of the tree that has the focus is what keys are pressed for. */
function hasOwnKeys(target: EventTarget | null): boolean {
  return isIn(target, 'button, a, [role=treeitem]')
}

/** In the list, or where nothing has the focus. */
function isNowhereElse(target: EventTarget | null): boolean {
  return target === document.body || isIn(target, '[role=grid]')
}

function isRow(target: EventTarget | null): boolean {
  return target !== null && rowOf(target) !== undefined
}

function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}
