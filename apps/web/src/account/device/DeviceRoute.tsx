import { SetUpFirst } from '../two-factor/SetUpFirst.tsx'
import { DeviceScreen } from './DeviceScreen.tsx'

export function DeviceRoute() {
  return (
    <SetUpFirst>
      <DeviceScreen />
    </SetUpFirst>
  )
}
