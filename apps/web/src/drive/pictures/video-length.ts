/** `0:07`, `1:05`, `1:02:03`: as every player writes it. */
export function videoLength(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1000))
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60]
  const hours = Math.floor(seconds / 3600)
  if (hours > 0) parts.unshift(hours)
  return parts.map((part, at) => (at === 0 ? `${part}` : `${part}`.padStart(2, '0'))).join(':')
}
