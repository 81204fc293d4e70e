import { toServiceError } from '@awan/protocol/errors'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { useToast } from '../../ui/Toasts.tsx'
import { useVisit } from '../VisitProvider.tsx'
import type { Edited } from './edited.ts'
import { useUndo } from './use-undo.ts'

/** Puts something into the trash of whoever shares it. The visitor can undo it as long as the note is shown. */
export function useTrash(onChanged: () => void) {
  const t = useTexts()
  const { drive, check } = useVisit()
  const toast = useToast()
  const messageOf = useErrorMessage()
  const undo = useUndo(onChanged)

  return async ({ id }: Edited) => {
    const topic = `trash ${id}`
    try {
      const { task_id, failures } = await drive.tasks.wait(await drive.files.trash([id]))
      if (failures[0]) throw toServiceError({ error: failures[0].error })
      const action = { label: t('act.undo'), run: () => void undo(task_id, topic) }
      toast({ title: t('act.trashed', { count: 1 }), tone: 'done', topic, action })
      onChanged()
    } catch (error) {
      if (!(await check())) return
      toast({ title: t('act.failed.trash', { count: 1 }), text: messageOf(error), topic })
    }
  }
}
