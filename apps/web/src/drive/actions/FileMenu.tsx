import { useRef } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { PointMenu } from '../../ui/PointMenu.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { usePart } from '../../ui/use-part.ts'
import type { Place } from '../listing/place.ts'
import { type Chosen, countOf, isWhole } from '../selection/whole-place.ts'
import { CommandItems } from './CommandItems.tsx'
import type { FileCommand } from './file-command.ts'
import { useFileCommands } from './file-commands.ts'

const sheet = lazyPart(() => import('./FileSheet.tsx').then((part) => part.FileSheet))

/** What can be done with these files, or in this place: a menu, on a phone a sheet. */
export function FileMenu({
  chosen,
  place,
  at,
  onClose,
}: {
  chosen: Chosen
  place: Place
  /** Where it was asked for. */
  at: { x: number; y: number } | Element
  onClose: () => void
}) {
  const label = useMenuLabel(chosen)
  const commands = useFileCommands(chosen, place)
  const isPhone = useMediaQuery('(max-width: 47.99rem)')
  const FileSheet = usePart(sheet, { isWanted: isPhone, onMissing: onClose })
  const asked = useRef<FileCommand>(undefined)
  if (commands.length === 0) return null
  if (isPhone) {
    if (!FileSheet) return null
    return <FileSheet title={label} chosen={chosen} commands={commands} onClose={onClose} />
  }
  return (
    <PointMenu at={at} label={label} onClose={onClose} onClosed={() => asked.current?.run()}>
      <CommandItems
        commands={commands}
        onChoose={(command) => {
          asked.current = command
        }}
      />
    </PointMenu>
  )
}

function useMenuLabel(chosen: Chosen): string {
  const t = useTexts()
  const count = countOf(chosen)
  if (isWhole(chosen)) return t('act.menuMany', { count })
  const [file] = chosen
  if (!file) return t('act.menuPlace')
  return count === 1 ? t('act.menu', { name: file.name }) : t('act.menuMany', { count })
}
