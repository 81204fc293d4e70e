import type { ReactNode } from 'react'
import { useTexts } from '../i18n/LanguageProvider.tsx'
import { LanguageMenu } from '../session/LanguageChoices.tsx'
import { classNames } from '../ui/class-names.ts'
import { Logo } from '../ui/Logo.tsx'

/** The page around what a link shows: one sheet on the canvas. */
export function VisitFrame({
  person,
  isNarrow = false,
  children,
}: {
  /** Who is signed in. */
  person?: string | undefined
  isNarrow?: boolean
  children: ReactNode
}) {
  const t = useTexts()
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <header className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 md:px-6">
        <Logo name={t('app.name')} />
        {person === undefined ? null : (
          <p className="min-w-0 truncate text-sm text-muted">
            {t('visit.signedIn', { name: person })}
          </p>
        )}
      </header>
      <main
        className={classNames(
          'mx-auto flex w-full flex-1 flex-col',
          isNarrow ? 'max-w-md px-4 pt-[max(1rem,9dvh)] pb-8' : 'max-w-6xl pb-4 md:px-6',
        )}
      >
        <div
          className={classNames(
            'flex flex-col border-line bg-surface',
            isNarrow ? 'rounded-lg border p-6 sm:p-8' : 'flex-1 border-y md:rounded-lg md:border',
          )}
        >
          {children}
        </div>
      </main>
      <footer className="flex justify-center pb-[max(1rem,env(safe-area-inset-bottom))]">
        <LanguageMenu />
      </footer>
    </div>
  )
}
