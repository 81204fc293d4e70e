import { Ellipsis, ListChecks, X } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import type { Place } from '../listing/place.ts'
import type { Chosen } from '../selection/whole-place.ts'
import { CommandItems } from './CommandItems.tsx'
import type { CommandId, FileCommand } from './file-command.ts'
import { useFileCommands } from './file-commands.ts'

/** These have a button of their own; the others are in the menu. */
const ahead: readonly CommandId[] = [
  'share',
  'download',
  'move',
  'star',
  'restore',
  'trash',
  'delete',
]

/** Above a list in which something is chosen: how much, and what can be done with it. */
export function SelectionBar({
  chosen,
  count,
  isCut = false,
  place,
  onAll,
  onClear,
}: {
  /** Undefined while a part of it is being read; nothing is done with a part. */
  chosen: Chosen | undefined
  count: number
  /** There is more of it than can be chosen at once. */
  isCut?: boolean
  place: Place
  /** Absent where all is chosen. */
  onAll: (() => void) | undefined
  onClear: () => void
}) {
  const t = useTexts()
  const commands = useFileCommands(chosen ?? [], place)
  const asked = useRef<FileCommand>(undefined)
  const isKnown = chosen !== undefined
  const label = t(isCut ? 'act.selectedFirst' : 'act.selected', { count })
  // A phone has room for fewer.
  const isPhone = useMediaQuery('(max-width: 47.99rem)')
  const isNarrow = useMediaQuery('(max-width: 22.5rem)')
  const isAhead = ({ id }: FileCommand) =>
    ahead.includes(id) &&
    !(isPhone && (id === 'star' || id === 'share')) &&
    !(isNarrow && id === 'download')
  const buttons = commands.filter(isAhead)
  const rest = commands.filter((command) => !isAhead(command))
  const ink = 'text-accent-ink! hover:bg-surface/60 disabled:opacity-50'
  return (
    <div
      role="toolbar"
      aria-label={label}
      className="flex min-h-11 shrink-0 items-center gap-1 rounded-md bg-accent-soft px-1.5 text-accent-ink max-md:mx-2 md:mx-3"
    >
      <IconButton icon={X} label={t('act.clear')} className={ink} onClick={onClear} />
      <span className="min-w-0 flex-1 truncate font-semibold tabular-nums">{label}</span>
      {onAll ? (
        <IconButton icon={ListChecks} label={t('act.selectAll')} className={ink} onClick={onAll} />
      ) : null}
      {buttons.map(({ id, label, icon, unavailable, run }) => (
        <IconButton
          key={id}
          icon={icon}
          label={label}
          disabled={!isKnown || unavailable !== undefined}
          title={unavailable ?? label}
          aria-description={unavailable}
          className={ink}
          onClick={run}
        />
      ))}
      {rest.length === 0 ? null : (
        <Menu
          align="end"
          onClosed={() => {
            asked.current?.run()
            asked.current = undefined
          }}
          trigger={
            <IconButton icon={Ellipsis} label={t('act.more')} disabled={!isKnown} className={ink} />
          }
        >
          <CommandItems
            commands={rest}
            onChoose={(command) => {
              asked.current = command
            }}
          />
        </Menu>
      )}
    </div>
  )
}
