import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { type Chosen, countOf, isWhole } from '../selection/whole-place.ts'
import type { FileCommand } from './file-command.ts'

/** The commands on a phone: rows for the thumb, in a sheet from the bottom edge. */
export function FileSheet({
  title,
  chosen,
  commands,
  onClose,
}: {
  title: string
  chosen: Chosen
  commands: readonly FileCommand[]
  onClose: () => void
}) {
  const t = useTexts()
  const [file] = isWhole(chosen) ? [] : chosen
  const reason = commands.find(({ unavailable }) => unavailable !== undefined)?.unavailable
  const shown = countOf(chosen) === 1 && file ? file.name : title
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={shown}
      closeLabel={t('app.close')}
    >
      {reason === undefined ? null : <p className="mb-2 text-sm text-muted">{reason}</p>}
      <ul className="-mx-2 flex flex-col">
        {commands.map((command, index) => {
          const { id, label, icon: Icon, isDanger, group, unavailable } = command
          const before = commands[index - 1]
          return (
            <li
              key={id}
              className={classNames(
                before && before.group !== group && 'mt-1.5 border-t border-line pt-1.5',
              )}
            >
              <button
                type="button"
                disabled={unavailable !== undefined}
                aria-description={unavailable}
                onClick={() => {
                  onClose()
                  command.run()
                }}
                className={classNames(
                  'flex min-h-12 w-full items-center gap-4 rounded-md px-2 text-start font-medium hover:bg-hover disabled:opacity-50',
                  isDanger && 'text-danger',
                )}
              >
                <Icon
                  aria-hidden="true"
                  className={classNames('size-5 shrink-0', !isDanger && 'text-muted')}
                  strokeWidth={1.75}
                />
                {label}
              </button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
