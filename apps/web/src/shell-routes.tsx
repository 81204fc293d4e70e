import { AccountMenu } from './account/profile/AccountMenu.tsx'
import { AccountScreen } from './account/profile/AccountScreen.tsx'
import { DriveShell } from './drive/shell/DriveShell.tsx'
import { StorageMeter } from './drive/shell/StorageMeter.tsx'

// Here, and nowhere else, account and drive stand side by side.

export { FilesScreen } from './drive/files/FilesScreen.tsx'

export function ShellRoute() {
  return <DriveShell account={<AccountMenu />} />
}

export function AccountRoute() {
  return <AccountScreen storage={<StorageMeter />} />
}
