import type { File } from '@awan/protocol/drive'
import { useRef } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { PointMenu } from '../../ui/PointMenu.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import type { Place } from '../places/place.ts'
import { CommandItems } from './CommandItems.tsx'
import { FileSheet } from './FileSheet.tsx'
import { type FileCommand, useFileCommands } from './file-commands.ts'

/** What can be done with these files, or in this place: a menu, on a phone a sheet. */
export function FileMenu({
  files,
  place,
  at,
  onClose,
}: {
  files: readonly File[]
  place: Place
  /** Where it was asked for. */
  at: { x: number; y: number } | Element
  onClose: () => void
}) {
  const label = useMenuLabel(files)
  const commands = useFileCommands(files, place)
  const isPhone = useMediaQuery('(max-width: 47.99rem)')
  const chosen = useRef<FileCommand>(undefined)
  if (commands.length === 0) return null
  if (isPhone) {
    return <FileSheet title={label} files={files} commands={commands} onClose={onClose} />
  }
  return (
    <PointMenu at={at} label={label} onClose={onClose} onClosed={() => chosen.current?.run()}>
      <CommandItems
        commands={commands}
        onChoose={(command) => {
          chosen.current = command
        }}
      />
    </PointMenu>
  )
}

function useMenuLabel(files: readonly File[]): string {
  const t = useTexts()
  const [file] = files
  if (!file) return t('act.menuPlace')
  if (files.length === 1) return t('act.menu', { name: file.name })
  return t('act.menuMany', { count: files.length })
}
