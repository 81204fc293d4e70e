import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'

/** One room of the account centre: its title, the way back on a phone, and its sections. */
export function CentrePage({
  title,
  intro,
  children,
}: {
  title: string
  intro?: string
  children: ReactNode
}) {
  const t = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(title, t('account.title'), t('app.name'))
  // Whoever chose the room in the list goes on reading here.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="max-w-2xl">
      <Link
        to="/account"
        className="-ms-2 mb-1 inline-flex min-h-11 items-center gap-1 rounded-sm px-2 text-muted md:hidden"
      >
        <ChevronLeft aria-hidden="true" className="size-5" strokeWidth={1.75} />
        {t('centre.back')}
      </Link>
      <h1
        ref={heading}
        tabIndex={-1}
        className="text-2xl font-bold tracking-[-0.02em] outline-none"
      >
        {title}
      </h1>
      {intro === undefined ? null : <p className="mt-1.5 max-w-prose text-muted">{intro}</p>}
      <div className="mt-7">{children}</div>
    </div>
  )
}
