import { Fragment } from 'react'
import { MenuItem, MenuLine } from '../../ui/Menu.tsx'
import { isAppleDevice, showShortcut, toAriaShortcut } from './command-keys.ts'
import type { FileCommand } from './file-command.ts'

/** Commands as the items of a menu, with a line between their groups. */
export function CommandItems({
  commands,
  onChoose,
}: {
  commands: readonly FileCommand[]
  onChoose: (command: FileCommand) => void
}) {
  const isApple = isAppleDevice()
  return commands.map((command, index) => {
    const { id, label, icon, shortcut, isDanger, group, unavailable } = command
    const before = commands[index - 1]
    return (
      <Fragment key={id}>
        {before && before.group !== group ? <MenuLine /> : null}
        <MenuItem
          icon={icon}
          isDanger={isDanger}
          disabled={unavailable !== undefined}
          title={unavailable}
          aria-description={unavailable}
          {...(shortcut === undefined
            ? {}
            : {
                shortcut: showShortcut(shortcut, isApple),
                'aria-keyshortcuts': toAriaShortcut(shortcut, isApple),
              })}
          onSelect={() => onChoose(command)}
        >
          {label}
        </MenuItem>
      </Fragment>
    )
  })
}
