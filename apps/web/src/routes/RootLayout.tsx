import { Outlet } from '@tanstack/react-router'
import { useFirstRun } from '../account/welcome/use-first-run.ts'

export function RootLayout() {
  useFirstRun()
  return <Outlet />
}
