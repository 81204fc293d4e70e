import type { File } from '@awan/protocol/drive'
import { Star } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useDriveActions } from '../actions/use-drive-actions.ts'
import { useOfflineReason } from '../offline/use-offline.ts'

export function StarButton({ file }: { file: File }) {
  const t = useTexts()
  const actions = useDriveActions()
  const reason = useOfflineReason()
  const { starred } = file
  const label = t(starred ? 'details.unstar' : 'details.star')
  return (
    <IconButton
      icon={Star}
      label={label}
      disabled={reason !== undefined}
      title={reason ?? label}
      aria-description={reason}
      aria-pressed={starred}
      onClick={() => void actions.star([file], !starred)}
      className={classNames('disabled:opacity-50', starred && 'text-amber! *:fill-current')}
    />
  )
}
