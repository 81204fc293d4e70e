import { createArgon2id, type PasswordHashing, type PeopleDirectory } from '../../account/index.ts'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { Database } from '../../db/database.ts'
import { systemRandom } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import { createGrants } from '../access/grants.ts'
import { createVisits } from '../access/visits.ts'
import { joinDrive, LINK_KEY } from '../testing.ts'
import { everybody } from '../testing-access.ts'
import { joinLinks } from './join-links.ts'
import type { LinkOptions } from './link-rules.ts'
import type { Arriving } from './open-link.ts'
import type { NewLink } from './share-links.ts'

/** The least that argon2id allows. */
export const cheapHashing = createArgon2id({ memoryKib: 8, passes: 1 })

export const PASSWORD = 'tangerine under snow'

/** Ana has `shared` with `a.txt` in it, and `private` beside it. Nobody is frozen but those in `frozen`. */
export async function openLinks(
  db: Database,
  { hashing = cheapHashing }: { hashing?: PasswordHashing } = {},
) {
  const frozen = new Set<string>()
  const people: PeopleDirectory = {
    ...everybody,
    isActive: async (_reader, sub) => !frozen.has(sub),
  }
  const drive = joinDrive(db, createMemoryBlobStore(), { people })
  const visits = createVisits({ ...drive, linkKey: LINK_KEY, random: systemRandom })
  const grants = createGrants({ ...drive, random: systemRandom })
  const links = joinLinks({
    ...drive,
    grants,
    visits,
    random: systemRandom,
    linkKey: LINK_KEY,
    passwordHashing: hashing,
    publicUrl: 'https://drive.test',
  })
  const ana = await drive.as('ana')
  const folder = (name: string) =>
    drive.nodes.createFolder('ana', { parentId: 'root', name, conflict: 'fail' })
  const [shared, secret] = [await folder('shared'), await folder('private')]
  const file = await drive.upload('ana', 'a.txt', Buffer.from('a'), { parentId: shared.id })

  /** The token of a link of Ana's, made at once. */
  const share = async (options: LinkOptions = {}, role: NewLink['role'] = 'viewer') => {
    const made = await links.shareLinks.create(ana, { nodeId: shared.id, role, options })
    return { ...made, id: made.grant_id, token: made.token ?? '' }
  }

  /** Opens a link as somebody at an address. */
  const open = (
    arriving: Arriving,
    { address = '192.0.2.1', sub }: { address?: string; sub?: string } = {},
  ) => links.openLink(arriving, { caller: { address }, sub })

  /** The access of a visitor with a token of a visit. */
  const visitor = (visitToken: string): Access => {
    const visit = visits.read(visitToken)
    if (!visit) throw new Error('the visit is over')
    return { ...visit, right: 'view' }
  }

  /** Somebody who has opened a link. */
  const visit = async (token: string, more: Omit<Arriving, 'token'> = {}) =>
    visitor((await open({ token, ...more })).visitToken)

  return { ...links, drive, grants, frozen, ana, shared, secret, file, share, open, visitor, visit }
}
