export interface GrantedSudo {
  sudo_token: string
  expires_in: number
}

export interface SudoKeeper {
  keep(sub: string, granted: GrantedSudo): string
  /** The token, if it was given to this very person and is not about to end. */
  tokenOf(sub: string | undefined): string | undefined
  forget(): void
}

/** A call may be on its way for a while: a token this near its end is not used any more. */
const MARGIN_MS = 10_000

export function createSudoKeeper(now: () => number): SudoKeeper {
  let kept: { sub: string; token: string; untilMs: number } | undefined
  return {
    keep(sub, { sudo_token: token, expires_in }) {
      kept = { sub, token, untilMs: now() + expires_in * 1000 - MARGIN_MS }
      return token
    },
    tokenOf(sub) {
      return kept && kept.sub === sub && now() < kept.untilMs ? kept.token : undefined
    },
    forget() {
      kept = undefined
    },
  }
}
