import { previewKind } from '../preview-kind.ts'
import type { PreviewedFile } from '../preview-queries.ts'
import type { NoteState } from './SaveState.tsx'
import type { SaveProblem } from './use-text-editing.ts'

/** What is written for people alone saves itself. Half a line of anything else would break what reads it. */
export function isNote(file: PreviewedFile): boolean {
  return previewKind(file) === 'markdown'
}

export function stateOfNote({
  isDirty,
  isSaving,
  isOffline,
  problem,
}: {
  isDirty: boolean
  isSaving: boolean
  isOffline: boolean
  problem: SaveProblem | undefined
}): NoteState {
  if (!isDirty) return 'saved'
  if (isOffline || problem === 'offline') return 'offline'
  return problem === undefined || isSaving ? 'saving' : 'failed'
}
