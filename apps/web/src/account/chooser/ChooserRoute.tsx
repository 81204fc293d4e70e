import { useSearch } from '@tanstack/react-router'
import { toReturnPath } from '../../session/return-path.ts'
import { ChooserScreen } from './ChooserScreen.tsx'

export function ChooserRoute() {
  const { from } = useSearch({ from: '/accounts' })
  return <ChooserScreen path={toReturnPath(from, location.origin)} />
}
