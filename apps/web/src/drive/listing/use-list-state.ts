import { useSyncExternalStore } from 'react'
import type { ListState, ListWindow } from './list-window.ts'

export function useListState(list: ListWindow): ListState {
  return useSyncExternalStore(list.subscribe, list.state)
}
