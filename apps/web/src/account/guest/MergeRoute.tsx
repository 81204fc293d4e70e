import { SetUpFirst } from '../two-factor/SetUpFirst.tsx'
import { MergeScreen } from './MergeScreen.tsx'

export function MergeRoute() {
  return (
    <SetUpFirst>
      <MergeScreen />
    </SetUpFirst>
  )
}
