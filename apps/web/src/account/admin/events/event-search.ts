/** What the address says about the audit log. Days are as the person's calendar has them. */
export interface EventSearch {
  type?: string
  sub?: string
  /** `2026-11-15`, the first day. */
  from?: string
  /** The last day, which is included. */
  to?: string
}

export function readEventSearch(search: Record<string, unknown>): EventSearch {
  const { type, sub, from, to } = search
  return {
    ...(typeof type === 'string' && /^[\w.]{1,128}$/.test(type) && { type }),
    ...(isSub(sub) && { sub: String(sub) }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  }
}

function isDay(text: unknown): text is string {
  return (
    typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  )
}

/** The router reads digits as a number. */
function isSub(sub: unknown): sub is string | number {
  return (typeof sub === 'string' || typeof sub === 'number') && /^[\w=-]{1,128}$/.test(String(sub))
}
