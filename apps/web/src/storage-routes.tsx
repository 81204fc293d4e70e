import { CentreHome } from './account/centre/CentreHome.tsx'
import { DeleteAccountScreen } from './account/deletion/DeleteAccountScreen.tsx'
import { OthersLose } from './drive/leaving/OthersLose.tsx'
import { StorageMeter } from './drive/places/StorageMeter.tsx'
import { StorageUsed } from './drive/places/StorageUsed.tsx'

// The rooms of an account that tell of its files.

export function DeleteAccountRoute() {
  return <DeleteAccountScreen files={<StorageUsed />} others={<OthersLose />} />
}

export function CentreHomeRoute() {
  return <CentreHome storage={<StorageMeter />} />
}
