import { CentreHome } from './account/centre/CentreHome.tsx'
import { DeleteAccountScreen } from './account/deletion/DeleteAccountScreen.tsx'
import { GuestBanner } from './account/guest/GuestBanner.tsx'
import { GuestGuard } from './account/guest/GuestGuard.tsx'
import { AccountMenu } from './account/profile/AccountMenu.tsx'
import { SudoProvider } from './account/sudo/SudoProvider.tsx'
import { TwoFactorGate } from './account/two-factor/TwoFactorGate.tsx'
import { DriveShell } from './drive/shell/DriveShell.tsx'
import { StorageMeter } from './drive/shell/StorageMeter.tsx'
import { StorageUsed } from './drive/shell/StorageUsed.tsx'
import { useSub } from './session/ClientProvider.tsx'

// Here, and nowhere else, account and drive stand side by side.

export { FilesScreen } from './drive/files/FilesScreen.tsx'
export { RecentScreen } from './drive/places/RecentScreen.tsx'
export { StarredScreen } from './drive/places/StarredScreen.tsx'
export { TagScreen } from './drive/places/TagScreen.tsx'
export { TrashScreen } from './drive/trash/TrashScreen.tsx'

export function ShellRoute() {
  // Another person begins anew: nothing on the way or open is theirs.
  return (
    <SudoProvider key={useSub()}>
      <TwoFactorGate>
        <DriveShell account={<AccountMenu />} banner={<GuestBanner />} />
        <GuestGuard />
      </TwoFactorGate>
    </SudoProvider>
  )
}

export function DeleteAccountRoute() {
  return <DeleteAccountScreen files={<StorageUsed />} />
}

export function CentreHomeRoute() {
  return <CentreHome storage={<StorageMeter />} />
}
