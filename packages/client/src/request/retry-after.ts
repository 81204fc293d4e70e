/** How long an answer asks to wait, in either form of `Retry-After`: seconds or a date. */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const text = headers.get('retry-after') ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  // Two dates of one clock: how far ours is from it does not matter then.
  const answeredAtMs = Date.parse(headers.get('date') ?? '') || nowMs
  const waitMs = /GMT$/.test(text) ? Date.parse(text) - answeredAtMs : Number.NaN
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}
