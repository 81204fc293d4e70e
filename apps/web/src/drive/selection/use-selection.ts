import { useSyncExternalStore } from 'react'
import type { Selection, SelectionState } from './selection.ts'

export function useSelection(selection: Selection): SelectionState {
  return useSyncExternalStore(selection.subscribe, selection.state)
}
