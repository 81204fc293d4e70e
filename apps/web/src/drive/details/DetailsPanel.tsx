import type { File } from '@awan/protocol/drive'
import { X } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { IconButton } from '../../ui/IconButton.tsx'

/** All that is known about one file or folder. */
export function DetailsPanel({ file, onClose }: { file: File; onClose: () => void }) {
  const t = useTexts()
  return (
    <div className="flex h-full flex-col">
      <div className="flex items-center gap-2 px-4 py-3">
        <h2 translate="no" className="min-w-0 flex-1 truncate font-semibold" title={file.name}>
          {file.name}
        </h2>
        <IconButton icon={X} label={t('app.close')} onClick={onClose} />
      </div>
    </div>
  )
}
