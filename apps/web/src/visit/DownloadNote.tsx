import { useTexts } from '../i18n/LanguageProvider.tsx'
import { useVisit } from './VisitProvider.tsx'

/** What the link says about downloads, where it does not simply allow them. */
export function DownloadNote() {
  const t = useTexts()
  const { allow_download: isAllowed, downloads_left: left } = useVisit().visit
  if (isAllowed && left === undefined) return null
  return (
    <p className="border-line border-b bg-canvas px-4 py-2 text-sm text-muted md:px-6">
      {isAllowed ? t('visit.downloadsLeft', { count: left ?? 0 }) : t('visit.noDownload')}
    </p>
  )
}
