import {
  createArgon2id,
  createVisitorCodes,
  type PasswordHashing,
  type PeopleDirectory,
} from '../../account/index.ts'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import { systemRandom } from '../../kernel/id.ts'
import { createOutbox } from '../../notify/outbox.ts'
import type { Access } from '../access/access.ts'
import { createGrants } from '../access/grants.ts'
import { createVisits } from '../access/visits.ts'
import { MAX_OPEN_PER_PERSON } from '../following/visitors.ts'
import { joinDrive, LINK_KEY } from '../testing.ts'
import { everybody } from '../testing-access.ts'
import { joinLinks } from './join-links.ts'
import type { LinkOptions } from './link-rules.ts'
import type { Arriving } from './open-link.ts'
import type { NewLink } from './share-links.ts'

/** The least that argon2id allows. */
export const cheapHashing = createArgon2id({ memoryKib: 8, passes: 1 })

/** A visitor who names no device. */
const someCaller: Caller = {
  address: '192.0.2.1',
  clientId: 'awan-web',
  deviceId: undefined,
  deviceName: undefined,
  userAgent: undefined,
  locale: 'en',
  requestId: 'r1',
}

export const PASSWORD = 'tangerine under snow'

/** Ana has `shared` with `a.txt` in it, and `private` beside it. Nobody is frozen but those in `frozen`. */
export async function openLinks(
  db: Database,
  {
    hashing = cheapHashing,
    sendsMail = true,
    maxOpenPerPerson = MAX_OPEN_PER_PERSON,
  }: {
    hashing?: PasswordHashing
    sendsMail?: boolean
    maxOpenPerPerson?: number
  } = {},
) {
  const frozen = new Set<string>()
  /** On which device the account of which contact was signed in. */
  const devices = new Map<string, string>()
  const people: PeopleDirectory = {
    ...everybody,
    isActive: async (_reader, sub) => !frozen.has(sub),
  }
  const drive = joinDrive(db, createMemoryBlobStore(), { people, maxOpenPerPerson })
  const visits = createVisits({ ...drive, linkKey: LINK_KEY, random: systemRandom })
  const grants = createGrants({ ...drive, random: systemRandom })
  const outbox = createOutbox({ clock: drive.clock, print: () => undefined })
  const visitorCodes = createVisitorCodes({
    ...drive,
    random: systemRandom,
    codeKey: Buffer.alloc(32, 7),
    notifier: sendsMail ? outbox : { ...outbox, channels: [] },
    publicUrl: 'https://drive.test',
    sessions: {
      knowsVisitor: async (_reader, contact, { deviceId }) =>
        devices.get(deviceId ?? '') === contact,
    },
  })
  const links = joinLinks({
    ...drive,
    grants,
    visits,
    random: systemRandom,
    linkKey: LINK_KEY,
    passwordHashing: hashing,
    publicUrl: 'https://drive.test',
    visitorCodes,
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
    {
      address = '192.0.2.1',
      sub,
      deviceId,
    }: { address?: string; sub?: string; deviceId?: string } = {},
  ) => links.openLink.open(arriving, { caller: { address, deviceId }, sub })

  /** The access of a visitor with a token of a visit. */
  const visitor = (visitToken: string): Access => {
    const visit = visits.read(visitToken)
    if (!visit) throw new Error('the visit is over')
    return { ...visit, right: 'view' }
  }

  /** Somebody who has opened a link. */
  const visit = async (token: string, more: Omit<Arriving, 'token'> = {}) =>
    visitor((await open({ token, ...more })).visitToken)

  /** Asks for a code as somebody at an address, and reads it in their mail. */
  const sendCode = async (
    asking: Parameters<typeof links.openLink.sendCode>[0],
    caller: Partial<Caller> = {},
  ) => {
    const { id } = await links.openLink.sendCode(asking, { ...someCaller, ...caller })
    return { id, code: outbox.messages()[0]?.code ?? '' }
  }

  const made = { drive, grants, frozen, ana, shared, secret, file }
  return { ...links, ...made, share, open, visitor, visit, sendCode, outbox, devices }
}
