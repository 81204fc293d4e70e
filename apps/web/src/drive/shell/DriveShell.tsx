import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { HardDrive, Images, Search, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { usePart } from '../../ui/use-part.ts'
import { useIsDriveInView } from '../address/use-current-folder.ts'
import { BesideProvider, BesideSlot } from '../details/Beside.tsx'
import { lateBell } from '../inbox/late-bell.ts'
import { LiveChanges } from '../live/LiveChanges.tsx'
import { NewButton } from '../new/NewButton.tsx'
import { OfflineNote } from '../offline/OfflineNote.tsx'
import { UpdateNote } from '../offline/UpdateNote.tsx'
import { Places } from '../places/Places.tsx'
import { PlacesDrawer } from '../places/PlacesDrawer.tsx'
import { SearchBox } from '../search/SearchBox.tsx'
import { TaskTray } from '../tasks/TaskTray.tsx'
import { DropTarget } from '../uploads/DropTarget.tsx'
import { UploadGuard } from '../uploads/UploadGuard.tsx'
import { UploadTrays } from '../uploads/UploadTrays.tsx'
import { DriveParts } from './DriveParts.tsx'
import { FrameSlot, FrameSlotsProvider } from './FrameSlots.tsx'

/** The frame around every page of a signed-in person, whose menu is `account`; `banner` has news for them. */
export function DriveShell({ account, banner }: { account: ReactNode; banner?: ReactNode }) {
  return (
    <DriveParts>
      <FrameSlotsProvider>
        <BesideProvider>
          <Frame account={account} banner={banner} />
        </BesideProvider>
      </FrameSlotsProvider>
      <UploadGuard />
      <LiveChanges />
      <UpdateNote />
    </DriveParts>
  )
}

function Frame({ account, banner }: { account: ReactNode; banner: ReactNode }) {
  const t = useTexts()
  const isInView = useIsDriveInView()
  const isWide = useMediaQuery('(min-width: 48rem)')
  const Bell = usePart(lateBell, { isWanted: true })
  return (
    <div className="group/frame grid h-dvh grid-cols-1 grid-rows-[minmax(0,1fr)_auto_auto] bg-surface md:grid-cols-[12.5rem_minmax(0,1fr)_auto] lg:grid-cols-[14.5rem_minmax(0,1fr)_auto] md:grid-rows-[3.5rem_minmax(0,1fr)] md:bg-canvas">
      <a
        href="#content"
        className="fixed start-3 top-2 z-60 -translate-y-16 rounded-sm bg-accent px-3 py-2 font-semibold text-on-accent focus:translate-y-0"
      >
        {t('app.skip')}
      </a>
      <header className="col-span-full hidden items-center gap-4 pe-4 md:flex">
        <div className="w-[11.5rem] shrink-0 ps-4 lg:w-[13.5rem]">
          <Link to="/files" className="inline-flex rounded-sm">
            <Logo name={t('app.name')} />
          </Link>
        </div>
        {/* A phone has a page for it. */}
        {isWide ? <SearchBox shape="header" /> : null}
        <div className="ms-auto flex shrink-0 items-center gap-2">
          {isWide && Bell ? <Bell look="icon" /> : null}
          {account}
        </div>
      </header>
      <aside className="hidden min-h-0 flex-col gap-4 overflow-y-auto px-3 pt-1 pb-5 md:flex">
        {/* Another drive says itself what is new in it; where it is nothing, the places stay where they are. */}
        {isInView ? <NewButton /> : <FrameSlot name="new" className="min-h-10 shrink-0" />}
        <Places />
      </aside>
      <main
        id="content"
        tabIndex={-1}
        className="relative flex min-h-0 flex-col overflow-hidden bg-surface outline-none md:me-3 md:rounded-t-lg md:border md:border-b-0 md:border-line"
      >
        {banner}
        {isInView ? <OfflineNote /> : null}
        <div className="min-h-0 flex-1">
          <Outlet />
        </div>
        {isInView ? <DropTarget /> : null}
      </main>
      <BesideSlot />
      {/* What goes on in the background, one above the other. */}
      <div className="z-30 flex min-h-0 flex-col md:fixed md:end-7 md:group-has-[[data-details-column]]/frame:end-[22rem] md:bottom-5 md:max-h-[calc(100dvh-6rem)] md:w-[23.25rem] md:gap-3">
        <TaskTray />
        <FrameSlot name="tray" />
        <UploadTrays />
      </div>
      <BottomBar />
    </div>
  )
}

function BottomBar() {
  const t = useTexts()
  const Bell = usePart(lateBell, { isWanted: true })
  const item =
    'flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-1 text-xs font-medium text-muted data-[status=active]:text-accent-ink data-[beside=true]:text-accent-ink'
  // The administration is entered through the account.
  const isBeside = useLocation({ select: ({ pathname }) => pathname.startsWith('/admin') })
  return (
    <div className="border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden">
      <nav aria-label={t('nav.label')} className="flex">
        <Link to="/files" className={item}>
          <HardDrive aria-hidden="true" className="size-5" strokeWidth={1.75} />
          {t('nav.files.short')}
        </Link>
        <Link to="/search" className={item}>
          <Search aria-hidden="true" className="size-5" strokeWidth={1.75} />
          {t('nav.search')}
        </Link>
        <Link to="/photos" className={item}>
          <Images aria-hidden="true" className="size-5" strokeWidth={1.75} />
          {t('nav.photos')}
        </Link>
        <PlacesDrawer className={item}>{Bell ? <Bell look="line" /> : null}</PlacesDrawer>
        <Link to="/account" data-beside={isBeside} className={item}>
          <UserRound aria-hidden="true" className="size-5" strokeWidth={1.75} />
          {t('nav.account')}
        </Link>
      </nav>
    </div>
  )
}
