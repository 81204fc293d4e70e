import { useLocation, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { toContactFields } from '../contact-field/contact-draft.ts'
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
  const [given] = useState(() => {
    const contact = readContact(state.contact)
    // No code can go to a user name.
    return contact && toContactFields(contact).username === undefined ? contact : undefined
  })
  return <RecoverScreen from={from} given={given} isRequired={state.isRequired === true} />
}
