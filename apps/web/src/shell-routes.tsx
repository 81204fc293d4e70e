import { GuestBanner } from './account/guest/GuestBanner.tsx'
import { GuestGuard } from './account/guest/GuestGuard.tsx'
import { AccountMenu } from './account/profile/AccountMenu.tsx'
import { SudoProvider } from './account/sudo/SudoProvider.tsx'
import { TwoFactorGate } from './account/two-factor/TwoFactorGate.tsx'
import { DriveShell } from './drive/shell/DriveShell.tsx'
import { useSub } from './session/ClientProvider.tsx'
import { SignedOutNote } from './session/SignOut.tsx'

// Here and in `storage-routes.tsx`, and nowhere else, account and drive stand side by side.

export { FilesScreen } from './drive/files/FilesScreen.tsx'

export function ShellRoute() {
  // Another person begins anew: nothing on the way or open is theirs.
  return (
    <>
      <SignedOutNote />
      <SudoProvider key={useSub()}>
        <TwoFactorGate>
          <DriveShell account={<AccountMenu />} banner={<GuestBanner />} />
          <GuestGuard />
        </TwoFactorGate>
      </SudoProvider>
    </>
  )
}
