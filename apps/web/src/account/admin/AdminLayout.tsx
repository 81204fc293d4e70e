import { Link, Outlet } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { MissingNotice } from '../../session/MissingNotice.tsx'
import { isAdministrator, useMe } from '../../session/use-me.ts'
import { adminRooms } from './admin-rooms.ts'
import { Loaded } from './Loaded.tsx'

/** The rooms of administrators. For everybody else there is nothing at this address. */
export function AdminLayout() {
  const t = useTexts()
  const me = useMe()
  if (me.data && !isAdministrator(me.data)) {
    return (
      <div className="grid h-full place-items-center overflow-y-auto">
        <MissingNotice />
      </div>
    )
  }
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-6xl md:gap-6 md:px-6 lg:gap-10">
        <nav
          aria-label={t('admin.nav')}
          className="sticky top-0 hidden w-48 shrink-0 flex-col gap-0.5 self-start pt-7 pb-6 md:flex"
        >
          {adminRooms.map(({ path, label, icon: Icon }) => (
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
        <div className="min-w-0 flex-1 px-4 pt-4 pb-12 md:px-0 md:pt-7">
          <Loaded query={me}>{() => <Outlet />}</Loaded>
        </div>
      </div>
    </div>
  )
}
