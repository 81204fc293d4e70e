/** ENT-18: what kind of contact a message goes to. */
export const contactKinds = { UNKNOWN: 0, PHONE: 1, EMAIL: 2, INAPP: 3 } as const
export type ContactKind = keyof typeof contactKinds

/** ACC-39: `+` starts a phone number, `@` makes an e-mail address; a username says nothing about where its codes go. */
export function contactKindOf(contact: string): ContactKind {
  if (contact.startsWith('+')) return 'PHONE'
  return contact.includes('@') ? 'EMAIL' : 'UNKNOWN'
}
