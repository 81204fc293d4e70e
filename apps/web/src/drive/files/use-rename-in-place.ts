import type { File } from '@awan/protocol/drive'
import { useEffect, useEffectEvent, useState } from 'react'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useDialogDesk } from '../actions/use-drive-actions.ts'
import type { ListWindow } from '../listing/list-window.ts'
import type { Renaming } from './RenameField.tsx'

export const renameField = lazyPart(() =>
  import('./RenameField.tsx').then(({ RenameField }) => RenameField),
)

/** Files of a list are renamed where they stand. */
export function useRenameInPlace(
  list: ListWindow,
  { isOn, onBegin }: { isOn: boolean; onBegin: (row: number) => void },
) {
  const desk = useDialogDesk()
  const handleError = useErrorHandler()
  const [renaming, setRenaming] = useState<Renaming>()
  const take = useEffectEvent((file: File) => {
    const row = list.indexOf(file.id)
    if (!isOn || row === -1) return false
    renameField.load().then(() => {
      onBegin(row)
      setRenaming({ file, draft: file.name })
    }, handleError)
    return true
  })
  useEffect(() => desk.renameInPlace((file) => take(file)), [desk])
  return { renaming, setRenaming }
}
