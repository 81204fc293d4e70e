import type { PeopleDirectory } from '../account/index.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Random } from '../kernel/id.ts'
import type { Drives } from './access/drives.ts'
import { createGrants } from './access/grants.ts'
import type { HandOver } from './across/hand-over.ts'
import type { TellSeq } from './changes/signals.ts'
import { createTell } from './inbox/tell.ts'
import { createHandOver } from './offers/hand-over.ts'

/** What moves of accepted offers need, on the parts of a test. */
export function joinHandOver(parts: {
  clock: Clock
  random: Random
  people: PeopleDirectory
  drives: Drives
  tellSeq?: TellSeq
}): HandOver {
  const tell = createTell(parts)
  const grants = createGrants({ ...parts, tellOfGrant: tell.ofGrant })
  return createHandOver({ ...parts, grants, tell })
}
