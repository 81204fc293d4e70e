import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../i18n/LanguageProvider.tsx'
import { LanguageMenu } from '../session/LanguageChoices.tsx'
import { Logo } from '../ui/Logo.tsx'
import { SceneBeside } from './SceneBeside.tsx'

/** One quiet column, with a picture beside it where there is room. */
export function EntranceLayout({
  hasLanguages = true,
  children,
}: {
  /** False where the page itself asks for the language. */
  hasLanguages?: boolean
  children: ReactNode
}) {
  const t = useTexts()
  return (
    <div className="grid min-h-dvh bg-surface min-[900px]:grid-cols-[minmax(26rem,1fr)_minmax(0,1.04fr)]">
      <div className="flex min-h-dvh flex-col px-6">
        <main className="mx-auto flex w-full max-w-[23.25rem] flex-1 flex-col pt-[max(2.5rem,13dvh)] pb-10 min-[900px]:pt-[max(2.5rem,26dvh)]">
          <div className="mb-8">
            <Logo name={t('app.name')} />
          </div>
          {children}
        </main>
        <footer className="flex justify-center pb-[max(1rem,env(safe-area-inset-bottom))]">
          {hasLanguages ? <LanguageMenu /> : null}
        </footer>
      </div>
      <div className="picture-beside sticky top-0 hidden h-dvh p-3 min-[900px]:block">
        <div className="size-full overflow-hidden rounded-[1.5rem]">
          <SceneBeside />
        </div>
      </div>
    </div>
  )
}

/** A step without a field to begin with gives the focus to its heading, so that it is read out. */
export function EntranceHeading({
  title,
  takesFocus = false,
  children,
}: {
  title: string
  takesFocus?: boolean
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <div className="mb-5">
      <h1
        ref={heading}
        tabIndex={-1}
        className="text-2xl font-bold tracking-[-0.022em] outline-none"
      >
        {title}
      </h1>
      <p className="mt-1.5 text-muted">{children}</p>
    </div>
  )
}

export const entranceLink =
  'font-semibold text-accent-ink underline-offset-3 hover:underline rounded-sm'
