import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useState } from 'react'
import type { Translate } from '../../i18n/keys.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { TaskRow } from './TaskRow.tsx'
import { useTaskItems, useTasks } from './TasksProvider.tsx'
import { isEnded, type TaskItem } from './task-board.ts'

/** Long work on the drive: what it is, how far it is, and a way to stop it. */
export function TaskTrayPanel() {
  const t = useTexts()
  const board = useTasks()
  const items = useTaskItems()
  const [isOpen, setOpen] = useState(true)
  const hasEnded = items.some(({ task }) => isEnded(task))
  return (
    <section
      aria-label={t('tasks.tray')}
      className="flex max-h-[min(22rem,50dvh)] flex-col overflow-hidden border-line bg-raised max-md:border-t md:rounded-lg md:border md:shadow-float md:animate-rise"
    >
      <div className="flex items-center gap-1 px-4 py-2.5">
        <h2 className="min-w-0 flex-1 truncate font-semibold tabular-nums">{titleOf(items, t)}</h2>
        <IconButton
          small
          icon={isOpen ? ChevronDown : ChevronUp}
          label={t(isOpen ? 'tasks.collapse' : 'tasks.expand')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        {hasEnded ? (
          <IconButton small icon={X} label={t('tasks.dismiss')} onClick={() => board.clear()} />
        ) : null}
      </div>
      {isOpen ? (
        <ul className="min-h-0 overflow-y-auto overscroll-contain">
          {items.map((item) => (
            <TaskRow key={item.id} item={item} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function titleOf(items: readonly TaskItem[], t: Translate): string {
  const running = items.filter(({ task }) => !isEnded(task)).length
  if (running > 0) return t('tasks.running', { count: running })
  if (items.some(({ task }) => task.failed > 0 || task.phase === 'failed')) {
    return t('tasks.attention')
  }
  return t('tasks.finished', { count: items.length })
}
