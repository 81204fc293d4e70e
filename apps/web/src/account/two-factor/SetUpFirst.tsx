import type { ReactNode } from 'react'
import { SudoProvider } from '../sudo/SudoProvider.tsx'
import { TwoFactorGate } from './TwoFactorGate.tsx'

/** ACC-32: around a page outside the shell on which a signed-in person decides something. */
export function SetUpFirst({ children }: { children: ReactNode }) {
  return (
    <SudoProvider>
      <TwoFactorGate>{children}</TwoFactorGate>
    </SudoProvider>
  )
}
