import { Link } from '@tanstack/react-router'
import { CloudFog } from 'lucide-react'
import { useTexts } from '../i18n/LanguageProvider.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

/** Nothing is at this address, or nothing for this person: they are told the same. */
export function MissingNotice() {
  const t = useTexts()
  usePageTitle(t('missing.title'), t('app.name'))
  return (
    <Notice
      level={1}
      picture={
        <span className="grid size-16 place-items-center rounded-full bg-accent-soft text-accent-ink">
          <CloudFog className="size-7" strokeWidth={1.5} />
        </span>
      }
      title={t('missing.title')}
      actions={
        <Link to="/files" className={buttonClass()}>
          {t('missing.home')}
        </Link>
      }
    >
      {t('missing.hint')}
    </Notice>
  )
}
