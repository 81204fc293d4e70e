/** One to three numbers: major, minor, patch; a number that is left out is 0. */
export type Version = readonly [major: number, minor: number, patch: number]

/**
 * ENT-28: reads 1 to 3 dot-separated non-negative integers; anything else is no version.
 *
 * @example parseVersion('1.2') // [1, 2, 0]
 */
export function parseVersion(text: unknown): Version | undefined {
  if (typeof text !== 'string' || !/^\d{1,15}(\.\d{1,15}){0,2}$/.test(text)) return undefined
  const [major = 0, minor = 0, patch = 0] = text.split('.').map(Number)
  return [major, minor, patch]
}

/** Below 0, 0 or above 0, as for `Array.sort`. */
export function compareVersions(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}
