import { toServiceError } from '@awan/protocol/errors'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { useToast } from '../../ui/Toasts.tsx'
import { useVisit } from '../VisitProvider.tsx'

/** Takes back what a task of this visitor has done. */
export function useUndo(onChanged: () => void) {
  const t = useTexts()
  const { drive, check } = useVisit()
  const toast = useToast()
  const messageOf = useErrorMessage()

  return async (taskId: string, topic: string) => {
    try {
      const { failures } = await drive.tasks.wait(await drive.tasks.undo(taskId))
      if (failures[0]) throw toServiceError({ error: failures[0].error })
      toast({ title: t('act.undone'), tone: 'done', topic })
      onChanged()
    } catch (error) {
      if (!(await check())) return
      toast({ title: t('act.undo.failed'), text: messageOf(error), topic })
    }
  }
}
