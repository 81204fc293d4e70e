import { lazyPart } from '../../ui/lazy-part.ts'
import { usePart } from '../../ui/use-part.ts'
import { useTaskItems } from './TasksProvider.tsx'

const panel = lazyPart(() => import('./TaskTrayPanel.tsx').then((part) => part.TaskTrayPanel))

/** Long work on the drive, while there is any. */
export function TaskTray() {
  const isWanted = useTaskItems().length > 0
  const Panel = usePart(panel, { isWanted })
  return isWanted && Panel ? <Panel /> : null
}
