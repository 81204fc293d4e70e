import { type PendingVisit, takeVisit } from '../sign-in/pending-visit.ts'

/** What a third party has sent back with the person. */
export type ReturnedVisit =
  | { kind: 'code'; visit: PendingVisit; code: string; iss: string | undefined }
  /** The person said no there, or the third party did. */
  | { kind: 'refused'; visit: PendingVisit; reason: string }
  /** Nobody here has begun such a visit. */
  | { kind: 'unknown' }

let returned: ReturnedVisit | undefined

/** Takes it out of the address; it is kept in memory until the page has been left. */
export function readReturn(search: string): boolean {
  const answer = new URLSearchParams(search)
  const state = answer.get('state')
  if (state === null) return false
  const visit = takeVisit(state)
  const code = answer.get('code')
  if (visit === undefined) returned = { kind: 'unknown' }
  else if (code) returned = { kind: 'code', visit, code, iss: answer.get('iss') ?? undefined }
  else returned = { kind: 'refused', visit, reason: answer.get('error') ?? '' }
  return true
}

/** A code works once: whoever loads the page again begins anew. */
export function takeReturn(): ReturnedVisit {
  const taken = returned ?? { kind: 'unknown' }
  returned = undefined
  return taken
}
