import { Link, useLocation } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { entranceLink } from '../EntranceLayout.tsx'

/** For people without an account, quietly: how to keep what they have. */
export function GuestNotice() {
  const t = useTexts()
  const { href } = useLocation()
  return (
    <section
      aria-label={t('guest.banner.label')}
      className="flex flex-wrap items-center gap-x-6 border-b border-line bg-accent-soft px-4 py-2 text-sm md:px-5"
    >
      <p className="min-w-0 flex-1 basis-64 text-accent-ink">{t('guest.banner')}</p>
      <p className="flex flex-wrap gap-x-5">
        <Link to="/signup" search={{ from: href }} className={`${entranceLink} ${target}`}>
          {t('guest.create')}
        </Link>
        <Link to="/signin" search={{ from: '/try/merge' }} className={`${entranceLink} ${target}`}>
          {t('guest.signIn')}
        </Link>
      </p>
    </section>
  )
}

const target = 'inline-flex min-h-9 items-center pointer-coarse:min-h-11'
