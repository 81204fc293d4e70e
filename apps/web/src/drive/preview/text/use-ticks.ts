import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { tickLine } from '../markdown/tick-line.ts'
import type { EditorHandle } from './CodeEditor.tsx'
import type { useTextEditing } from './use-text-editing.ts'

/**
 * The boxes of a note, ticked where it is read. Each is saved at once; where something else that was written is not
 * saved yet, it becomes a part of that.
 */
export function useTicks({
  editing: { base, isSaving, saveText },
  editor,
  isDirty,
  written,
  onWritten,
}: {
  editing: Pick<ReturnType<typeof useTextEditing>, 'base' | 'isSaving' | 'saveText'>
  editor: RefObject<EditorHandle | null>
  isDirty: boolean
  /** What is in the editor and not saved. */
  written: string | undefined
  onWritten: (text: string) => void
}) {
  const [wanted, setWanted] = useState<string>()
  const save = useEffectEvent(async (text: string) => {
    if (!(await saveText(text))) setWanted(undefined)
  })
  // One after the other: what was ticked meanwhile goes with the next.
  useEffect(() => {
    if (wanted === undefined || isSaving) return
    if (wanted === base.text) setWanted(undefined)
    else void save(wanted)
  }, [wanted, isSaving, base.text])

  return {
    text: wanted ?? base.text,
    tick(line: number, isTicked: boolean): void {
      const next = tickLine(wanted ?? written ?? base.text, line, isTicked)
      if (next === undefined) return
      editor.current?.write(next)
      if (isDirty && wanted === undefined) onWritten(next)
      else setWanted(next)
    },
  }
}
