export const userStatuses = [
  'ACTIVE',
  'PENDING',
  'UNDER_REVIEW',
  'FROZEN',
  'BLOCKED',
  'DELETING',
] as const

export type UserStatus = (typeof userStatuses)[number]

/** What the address says about the list of people, so that the way back leads to the same list. */
export interface PeopleSearch {
  q?: string
  status?: UserStatus
  administrators?: true
  /** How many pages are open; one unless told. */
  pages?: number
}

const MAX_PAGES = 40

export function readPeopleSearch(search: Record<string, unknown>): PeopleSearch {
  const { q, status, administrators, pages } = search
  const known = userStatuses.find((one) => one === status)
  return {
    // The router reads `?q=42` as a number.
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
    ...(known && { status: known }),
    ...(administrators === true && { administrators }),
    ...(typeof pages === 'number' &&
      Number.isInteger(pages) &&
      pages > 1 && { pages: Math.min(pages, MAX_PAGES) }),
  }
}
