import { type ContactDraft, emptyContact } from './contact-draft.ts'

/** The history of a browser may hold anything. */
export function readContact(contact: unknown): ContactDraft | undefined {
  if (typeof contact === 'string') return { ...emptyContact(), text: contact }
  if (typeof contact !== 'object' || contact === null) return undefined
  const { text, country } = contact as Record<string, unknown>
  if (typeof text !== 'string' || typeof country !== 'string') return undefined
  return { text, country }
}
