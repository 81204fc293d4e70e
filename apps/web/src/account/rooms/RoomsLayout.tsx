import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import type { Room } from './room.ts'

/** A quiet list of the rooms beside the one that is open; a phone has the list as a page of its own. */
export function RoomsLayout({
  label,
  rooms,
  children,
}: {
  label: string
  rooms: readonly Room[]
  children: ReactNode
}) {
  const t = useTexts()
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-6xl md:gap-6 md:px-6 lg:gap-10">
        <nav
          aria-label={label}
          className="sticky top-0 hidden w-52 shrink-0 flex-col gap-0.5 self-start pt-7 pb-6 md:flex"
        >
          <p aria-hidden="true" className="px-3 pb-2 text-sm font-semibold text-muted">
            {label}
          </p>
          {rooms.map(({ path, label, icon: Icon }) => (
            <Link
              key={path}
              to={path}
              className="flex min-h-9 items-center gap-3 rounded-md px-3 py-1.5 font-medium text-muted hover:bg-hover data-[status=active]:bg-accent-soft data-[status=active]:text-accent-ink pointer-coarse:min-h-11"
            >
              <Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.75} />
              {t(label)}
            </Link>
          ))}
        </nav>
        <div className="min-w-0 flex-1 px-4 pt-4 pb-12 md:px-0 md:pt-7">{children}</div>
      </div>
    </div>
  )
}
