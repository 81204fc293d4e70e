import { Ellipsis } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { CommandItems } from '../../actions/CommandItems.tsx'
import { isAppleDevice, toAriaShortcut } from '../../actions/command-keys.ts'
import type { CommandId, FileCommand } from '../../actions/file-command.ts'

/** These have a button of their own where there is room; a phone has it for none. */
const ahead: readonly CommandId[] = ['share', 'download', 'star', 'restore', 'trash', 'delete']

/** What can be done with the file: the most frequent as buttons, the rest in a menu. */
export function PreviewCommands({ commands }: { commands: readonly FileCommand[] }) {
  const t = useTexts()
  const hasRoom = useMediaQuery('(min-width: 48rem)')
  const asked = useRef<FileCommand>(undefined)
  if (commands.length === 0) return null
  const isAhead = ({ id }: FileCommand) => hasRoom && ahead.includes(id)
  const rest = commands.filter((command) => !isAhead(command))
  return (
    <>
      {commands.filter(isAhead).map(({ id, label, icon, shortcut, isOn, unavailable, run }) => (
        <IconButton
          key={id}
          icon={icon}
          label={label}
          title={unavailable ?? label}
          aria-description={unavailable}
          aria-keyshortcuts={
            shortcut === undefined ? undefined : toAriaShortcut(shortcut, isAppleDevice())
          }
          disabled={unavailable !== undefined}
          onClick={run}
          className={classNames('disabled:opacity-50', isOn && 'text-amber! *:fill-current')}
        />
      ))}
      {rest.length === 0 ? null : (
        <Menu
          align="end"
          onClosed={() => {
            asked.current?.run()
            asked.current = undefined
          }}
          trigger={<IconButton icon={Ellipsis} label={t('act.more')} />}
        >
          <CommandItems
            commands={rest}
            onChoose={(command) => {
              asked.current = command
            }}
          />
        </Menu>
      )}
    </>
  )
}
