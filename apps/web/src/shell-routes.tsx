import { CentreHome } from './account/centre/CentreHome.tsx'
import { AccountMenu } from './account/profile/AccountMenu.tsx'
import { SudoProvider } from './account/sudo/SudoProvider.tsx'
import { DriveShell } from './drive/shell/DriveShell.tsx'
import { StorageMeter } from './drive/shell/StorageMeter.tsx'

// Here, and nowhere else, account and drive stand side by side.

export { FilesScreen } from './drive/files/FilesScreen.tsx'

export function ShellRoute() {
  return (
    <SudoProvider>
      <DriveShell account={<AccountMenu />} />
    </SudoProvider>
  )
}

export function CentreHomeRoute() {
  return <CentreHome storage={<StorageMeter />} />
}
