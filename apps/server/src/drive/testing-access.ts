import type { PeopleDirectory, VisitorCodes } from '../account/index.ts'
import type { Access } from './access/access.ts'
import type { OwnDrive } from './access/accesses.ts'
import type { Drives, DriveTransaction } from './access/drives.ts'

/** A service as tests call it: whoever is named by their sub acts as the owner of their own drive. */
export type ForPeople<S> = {
  [K in keyof S]: S[K] extends () => unknown
    ? S[K]
    : S[K] extends (access: Access, ...rest: infer R) => infer A
      ? (who: string | Access, ...rest: R) => A
      : S[K]
}

/** The session of a person is called like the person here. */
export async function ownAccess(ownDrive: OwnDrive, sub: string): Promise<Access> {
  const actor = { kind: 'person', sub, sessionId: sub } as const
  const glance = await ownDrive(sub)
  return { driveId: glance.id, actor, right: 'own', glance }
}

export function forPeople<S extends object>(service: S, ownDrive: OwnDrive): ForPeople<S> {
  return new Proxy(service, {
    get(target, name) {
      const part = Reflect.get(target, name)
      if (typeof part !== 'function') return part
      return (first: unknown, ...rest: unknown[]) =>
        typeof first === 'string' && !OF_OTHERS.has(name)
          ? ownAccess(ownDrive, first).then((access) => part.call(target, access, ...rest))
          : part.call(target, first, ...rest)
    },
  }) as ForPeople<S>
}

/** What begins with another text than a sub. */
const OF_OTHERS: ReadonlySet<string | symbol> = new Set(['openLink'])

type Transact = Drives['transact']
type TransactAs = <T>(
  driveId: string,
  sub: string,
  work: (transaction: DriveTransaction) => Promise<T>,
) => Promise<T>

/** Drives also by their ids, for tests that look at rows or write them. */
export interface TestDrives extends Drives {
  of: OwnDrive
  transact: Transact & TransactAs
}

export function testDrives(drives: Drives, ownDrive: OwnDrive): TestDrives {
  return {
    ...drives,
    of: ownDrive,
    transact: (...given: Parameters<Transact> | Parameters<TransactAs>) => {
      if (typeof given[0] !== 'string') return drives.transact(...(given as Parameters<Transact>))
      const [driveId, sub, work] = given as Parameters<TransactAs>
      return drives.transact({ driveId, actor: { kind: 'person', sub }, right: 'own' }, work)
    },
  } as TestDrives
}

/** Nobody gets a mail. */
export const noInvitations = { send: async () => undefined }
export const noInboxMails = { send: async () => 'sent' as const }
export const noVisitorCodes: VisitorCodes = {
  canSend: false,
  send: () => Promise.reject(new Error('no code is sent here')),
  redeem: () => Promise.reject(new Error('no code was sent here')),
  assess: async () => 0,
}

/** Everybody is active, in no group, has one session, no mail address, and is called by their sub. */
export const everybody: PeopleDirectory = {
  personOfSession: async (_reader, sessionId) => sessionId,
  isAppPasswordGood: async () => true,
  knowsVisitor: async () => false,
  isActive: async () => true,
  isAdministrator: async () => false,
  groupsOf: async () => [],
  peopleIn: async () => [],
  provenEmailOf: async () => undefined,
  personOfEmail: async () => undefined,
  personOfContact: async () => undefined,
  describePeople: async (_reader, subs) => subs.map((sub) => ({ sub, name: sub, picture: null })),
  searchDirectory: async () => ({ subs: [], groupIds: [] }),
  describeGroups: async (_reader, ids) => ids.map((id) => ({ id, name: id })),
}
