import type { File } from '@awan/protocol/drive'
import { Star } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useDriveActions } from '../actions/DriveActionsProvider.tsx'

export function StarButton({ file }: { file: File }) {
  const t = useTexts()
  const actions = useDriveActions()
  const { starred } = file
  return (
    <IconButton
      icon={Star}
      label={t(starred ? 'details.unstar' : 'details.star')}
      aria-pressed={starred}
      onClick={() => void actions.star([file], !starred)}
      className={classNames(starred && 'text-amber! *:fill-current')}
    />
  )
}
