import { useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { usePart } from '../../ui/use-part.ts'
import { useTaskItems } from './TasksProvider.tsx'

const panel = lazyPart(() => import('./TaskTrayPanel.tsx').then((part) => part.TaskTrayPanel))

/** Long work on the drive, while there is any. */
export function TaskTray() {
  const isWanted = useTaskItems().length > 0
  const { need } = useLanguage()
  const [withTexts] = useState(() => ({
    ...panel,
    load: () => need('drive-tasks').then(() => panel.load()),
  }))
  const Panel = usePart(withTexts, { isWanted })
  return isWanted && Panel ? <Panel /> : null
}
