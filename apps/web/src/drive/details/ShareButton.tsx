import type { File } from '@awan/protocol/drive'
import { Share2 } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useDialogDesk } from '../actions/use-drive-actions.ts'
import { useOfflineReason } from '../offline/use-offline.ts'

export function ShareButton({ file }: { file: File }) {
  const t = useTexts()
  const desk = useDialogDesk()
  const reason = useOfflineReason()
  return (
    <IconButton
      icon={Share2}
      label={t('act.share')}
      disabled={reason !== undefined}
      title={reason ?? t('act.share')}
      aria-description={reason}
      onClick={() => desk.open({ kind: 'share', file })}
      className="disabled:opacity-50"
    />
  )
}
