import { useLocation, useSearch } from '@tanstack/react-router'
import { readContact } from '../contact-field/contact-in-history.ts'
import { RecoverScreen } from './RecoverScreen.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The server asks for a new password; nobody forgot one. */
    isRequired?: boolean
  }
}

export function RecoverRoute() {
  const { from } = useSearch({ from: '/recover' })
  const state = useLocation().state
  return (
    <RecoverScreen
      from={from}
      given={readContact(state.contact)}
      isRequired={state.isRequired === true}
    />
  )
}
