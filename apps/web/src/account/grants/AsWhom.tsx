import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useMe } from '../../session/use-me.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** The account that access is given to: a browser may have several, and another tab may switch between them. */
export function AsWhom({ children }: { children?: ReactNode }) {
  const t = useTexts()
  const { data: me } = useMe()
  return (
    <section className="mb-4 flex flex-wrap items-center gap-3 border-t border-line pt-4">
      <h2 className="sr-only">{t('consent.as')}</h2>
      <Avatar name={me?.name} />
      <div className="min-w-0 flex-1">
        {me ? (
          <>
            <p className="truncate font-semibold">{me.name}</p>
            <p className="truncate text-sm text-muted">{me.email ?? me.phone_number}</p>
          </>
        ) : (
          <Skeleton className="h-4 w-36" />
        )}
      </div>
      {children}
    </section>
  )
}
