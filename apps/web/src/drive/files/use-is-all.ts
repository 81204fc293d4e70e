import { useSyncExternalStore } from 'react'
import type { ListWindow } from '../listing/list-window.ts'

/** Whether so many are all that there are. */
export function useIsAll(list: ListWindow, count: number): boolean {
  const { rowCount, isOpen } = useSyncExternalStore(list.subscribe, list.state)
  return !isOpen && count >= rowCount
}
