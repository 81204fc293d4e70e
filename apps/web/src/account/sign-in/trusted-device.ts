/** Whom this device need not ask for a second step; newest first. */
interface Trust {
  sub: string
  token: string
  untilMs: number
}

const STORAGE_KEY = 'awan.trusted'
const TRUST_MS = 30 * 24 * 60 * 60 * 1000
/** Each one may cost a call at sign-in: few devices are trusted by more people. */
const MAX_KEPT = 4

type Shelf = Pick<Storage, 'getItem' | 'setItem'>

/**
 * The tokens that may stand for a second step here. They name no contact: who is signing in is known
 * only once one of them fits.
 */
export function trustTokens(nowMs: number, shelf: Shelf | undefined = openShelf()): string[] {
  return readTrusts(nowMs, shelf).map(({ token }) => token)
}

export function keepTrust(
  { sub, token }: { sub: string; token: string },
  nowMs: number,
  shelf: Shelf | undefined = openShelf(),
): void {
  const others = readTrusts(nowMs, shelf).filter((trust) => trust.sub !== sub)
  const kept = [{ sub, token, untilMs: nowMs + TRUST_MS }, ...others].slice(0, MAX_KEPT)
  try {
    shelf?.setItem(STORAGE_KEY, JSON.stringify(kept))
  } catch {
    // Without room the second step is asked for again.
  }
}

function readTrusts(nowMs: number, shelf: Shelf | undefined): Trust[] {
  try {
    const kept: unknown = JSON.parse(shelf?.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(kept)
      ? kept.filter((trust) => isTrust(trust) && trust.untilMs > nowMs)
      : []
  } catch {
    return []
  }
}

function isTrust(value: unknown): value is Trust {
  const { sub, token, untilMs } = (value ?? {}) as Partial<Trust>
  return typeof sub === 'string' && typeof token === 'string' && typeof untilMs === 'number'
}

/** Browsers may withhold it. */
function openShelf(): Shelf | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
