import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { usePart } from '../../ui/use-part.ts'
import { useIsDriveInView } from '../address/use-current-folder.ts'
import { BesideProvider, BesideSlot } from '../details/Beside.tsx'
import { LiveChanges } from '../live/LiveChanges.tsx'
import { NewButton } from '../new/NewButton.tsx'
import { OfflineNote } from '../offline/OfflineNote.tsx'
import { UpdateNote } from '../offline/UpdateNote.tsx'
import { Places } from '../places/Places.tsx'
import { SearchBox } from '../search/SearchBox.tsx'
import { TaskTray } from '../tasks/TaskTray.tsx'
import { DropTarget } from '../uploads/DropTarget.tsx'
import { UploadGuard } from '../uploads/UploadGuard.tsx'
import { UploadTrays } from '../uploads/UploadTrays.tsx'
import { DriveParts } from './DriveParts.tsx'
import { FrameSlot, FrameSlotsProvider } from './FrameSlots.tsx'

const bell = lazyPart(() => import('../inbox/Bell.tsx').then((part) => part.Bell))
const bottomBar = lazyPart(() => import('./BottomBar.tsx').then((part) => part.BottomBar))

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
  const Bell = usePart(bell, { isWanted: true })
  const BottomBar = usePart(bottomBar, { isWanted: !isWide })
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
      <div className="min-h-14 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden">
        {!isWide && BottomBar ? <BottomBar bell={Bell ? <Bell look="line" /> : null} /> : null}
      </div>
    </div>
  )
}
