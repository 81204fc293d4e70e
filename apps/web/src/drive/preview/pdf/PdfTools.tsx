import { Maximize, Search, ZoomIn, ZoomOut } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { formatPercent } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { BarTools } from '../frame/BarTools.tsx'

export function PdfTools({
  page,
  pageCount,
  zoom,
  onPage,
  onZoomIn,
  onZoomOut,
  onFit,
  onFind,
}: {
  page: number
  pageCount: number
  zoom: number
  onPage: (page: number) => void
  onZoomIn: () => void
  onZoomOut: () => void
  onFit: () => void
  onFind: () => void
}) {
  const { t, tag } = useLanguage()
  // What is typed counts until it is sent; then the page that is seen does again.
  const [typed, setTyped] = useState<string>()

  function go(event: SubmitEvent) {
    event.preventDefault()
    const wanted = Number(typed)
    setTyped(undefined)
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= pageCount) onPage(wanted)
  }

  return (
    <BarTools>
      <IconButton icon={Search} label={t('preview.text.find')} onClick={onFind} />
      <form
        onSubmit={go}
        className="flex items-center gap-1.5 pe-2 text-sm text-muted tabular-nums"
      >
        <input
          aria-label={t('preview.pdf.page')}
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? page}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => setTyped(undefined)}
          onFocus={(event) => event.target.select()}
          className="h-8 w-12 rounded-sm border border-line-strong bg-surface text-center text-text pointer-coarse:h-11"
        />
        {t('preview.pdf.pageOf', { count: pageCount })}
      </form>
      <IconButton icon={ZoomOut} label={t('preview.zoomOut')} onClick={onZoomOut} />
      <span className="min-w-11 text-center text-sm text-muted tabular-nums max-sm:hidden">
        {formatPercent(zoom, tag)}
      </span>
      <IconButton icon={ZoomIn} label={t('preview.zoomIn')} onClick={onZoomIn} />
      <IconButton icon={Maximize} label={t('preview.zoomFit')} onClick={onFit} />
    </BarTools>
  )
}
