import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import { LinkKey } from '../links/link-key.ts'
import { openParts, signParts } from '../links/signed-link.ts'
import type { LinkVisitor } from './actor.ts'

/** Somebody who came by a link, and the drive that it leads into. */
export interface Visit {
  driveId: string
  actor: LinkVisitor
}

/**
 * Visit tokens: what a visitor of a link sends as their bearer token. A token names the grant and its
 * epoch; whether that still stands is looked up at every call.
 */
export interface Visits {
  /** For a new visitor, or one who is known already. */
  begin(visit: {
    driveId: string
    grantId: string
    epoch: number
    visitorId?: string | undefined
  }): string
  /** Undefined for a token that we did not sign or that is over. */
  read(token: string): Visit | undefined
}

export const VISIT_PREFIX = 'visit.'
export const VISIT_TTL_MS = 24 * 3_600_000

export function createVisits(options: { linkKey: Buffer; clock: Clock; random: Random }): Visits {
  const { clock, random } = options
  const key = new LinkKey(options.linkKey)
  return {
    begin({ driveId, grantId, epoch, visitorId }) {
      const now = clock.now()
      const who = visitorId ?? createId(random, now)
      const parts = [driveId, grantId, epoch.toString(36), who]
      return VISIT_PREFIX + signParts(key, 'visit', parts, now + VISIT_TTL_MS)
    },

    read(token) {
      if (!token.startsWith(VISIT_PREFIX)) return undefined
      const opened = openParts(key, 'visit', token.slice(VISIT_PREFIX.length), clock.now())
      if (!opened) return undefined
      const [driveId = '', grantId = '', epoch = '', visitorId = ''] = opened.parts
      return {
        driveId,
        actor: { kind: 'visitor', grantId, epoch: Number.parseInt(epoch, 36), visitorId },
      }
    },
  }
}
