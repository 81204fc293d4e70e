import type { ContactDraft } from './contact-field/contact-draft.ts'

/** Somebody whom a third party has vouched for and who has no account here yet. */
export interface ProviderGuest {
  /** A provider token, which sign-up takes. */
  token: string
  name?: string
  email?: string
}

/**
 * What one screen of the entrance hands to the next. It travels in the state of the history entry, never
 * in an address.
 */
declare module '@tanstack/react-router' {
  interface HistoryState {
    contact?: ContactDraft
    /** A verification token: the contact is proven already. */
    proof?: string
    /** The name of an app that sent the person here. */
    app?: string
    provider?: ProviderGuest
  }
}
