import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { classNames } from '../../ui/class-names.ts'
import { usePageTitle } from '../../ui/use-page-title.ts'

/** One page of the administration: the way back, its title, and what can be begun here. */
export function AdminPage({
  title,
  intro,
  back,
  badges,
  action,
  children,
}: {
  title: string
  intro?: string
  /** The list that this page belongs to; the rooms themselves are left by the list beside them. */
  back?: { to: string; label: string }
  badges?: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  const t = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(title, t('account.administration'), t('app.name'))
  // Whoever chose it in a list goes on reading here.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="max-w-3xl">
      <Link
        to={back?.to ?? '/admin'}
        className={classNames(
          '-ms-2 mb-1 inline-flex min-h-11 items-center gap-1 rounded-sm px-2 text-muted hover:text-text',
          back === undefined && 'md:hidden',
        )}
      >
        <ChevronLeft aria-hidden="true" className="size-5" strokeWidth={1.75} />
        {back?.label ?? t('account.administration')}
      </Link>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
          <h1
            ref={heading}
            tabIndex={-1}
            className="min-w-0 text-2xl font-bold tracking-[-0.02em] break-words outline-none"
          >
            {title}
          </h1>
          {badges}
        </div>
        {action}
      </div>
      {intro === undefined ? null : <p className="mt-1.5 max-w-prose text-muted">{intro}</p>}
      <div className="mt-7">{children}</div>
    </div>
  )
}
