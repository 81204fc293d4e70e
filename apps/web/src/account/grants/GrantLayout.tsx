import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { LanguageMenu } from '../../session/LanguageChoices.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { entranceLink } from '../EntranceLayout.tsx'

/** One sheet with one question; on a phone it is the whole page. */
export function GrantLayout({ children }: { children: ReactNode }) {
  const t = useTexts()
  return (
    <div className="flex min-h-dvh flex-col bg-surface px-5 sm:bg-canvas">
      <main className="mx-auto flex w-full max-w-[28rem] flex-1 flex-col pt-8 pb-6 sm:justify-center">
        <div className="mb-6 sm:flex sm:justify-center">
          <Logo name={t('app.name')} />
        </div>
        <div className="sm:rounded-lg sm:border sm:border-line sm:bg-surface sm:p-8">
          {children}
        </div>
      </main>
      <footer className="flex justify-center pb-[max(1rem,env(safe-area-inset-bottom))]">
        <LanguageMenu />
      </footer>
    </div>
  )
}

/** A link on a line of its own, tall enough for a finger. */
export const grantLink = `${entranceLink} inline-flex min-h-9 items-center pointer-coarse:min-h-11`

/** Says what the step is about. It takes the focus when its step begins, unless a field does. */
export function GrantHeading({
  title,
  children,
  picture,
  quiet = false,
}: {
  title: string
  children?: ReactNode
  picture?: ReactNode
  /** A field of the step takes the focus. */
  quiet?: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!quiet) heading.current?.focus()
  }, [quiet])
  return (
    <div className="mb-5">
      {picture === undefined ? null : (
        <div aria-hidden="true" className="mb-4">
          {picture}
        </div>
      )}
      <h1
        ref={heading}
        tabIndex={-1}
        className="text-2xl font-bold tracking-[-0.022em] text-balance break-words outline-none"
      >
        {title}
      </h1>
      {children === undefined ? null : <p className="mt-1.5 text-muted">{children}</p>}
    </div>
  )
}

/** A sign in a soft circle above what a step has to say. */
export function GrantSign({
  icon: Icon,
  look = 'quiet',
}: {
  icon: ComponentType<{ className?: string; strokeWidth?: number }>
  look?: 'good' | 'quiet'
}) {
  const colours = look === 'good' ? 'bg-accent-soft text-accent-ink' : 'bg-sunken text-muted'
  return (
    <span className={`grid size-14 place-items-center rounded-full ${colours}`}>
      <Icon className="size-6.5" strokeWidth={1.5} />
    </span>
  )
}
