import { useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { usePart } from '../../ui/use-part.ts'
import { useUploadsState } from './UploadsProvider.tsx'

const panel = lazyPart(() => import('./UploadTrayPanel.tsx').then((part) => part.UploadTrayPanel))

/** What is on its way, once there is something. */
export function UploadTray() {
  const { summary, left } = useUploadsState()
  const hasUploads = summary !== undefined && (summary.files.total > 0 || summary.isCounting)
  const isWanted = hasUploads || left.length > 0
  const { need } = useLanguage()
  const [withTexts] = useState(() => ({
    ...panel,
    load: () => need('drive-uploads').then(() => panel.load()),
  }))
  const Panel = usePart(withTexts, { isWanted })
  return isWanted && Panel ? <Panel /> : null
}
