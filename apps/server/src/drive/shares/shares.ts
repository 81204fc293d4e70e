import { isAnonymousSub } from '@awan/protocol'
import type { Grant, GrantRole, NewGrantee, SharedPerson } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { Invitations, PeopleDirectory } from '../../account/index.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Access } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import {
  type GrantChange,
  type Grantee,
  type Grants,
  type ListedGrant,
  openGrant,
  parseGrantee,
  toShare,
} from '../access/grants.ts'
import { describeGrants, describeOwner } from './describe-grants.ts'

export interface NewShare {
  nodeId: string
  grantee: NewGrantee
  role: GrantRole
  note?: string | undefined
  expiresAt?: number | undefined
}

/** Sharing with people, groups and mail addresses, as the wire shows it. */
export interface Shares {
  list(access: Access, nodeId: string): Promise<{ owner: SharedPerson; grants: Grant[] }>
  create(access: Access, share: NewShare): Promise<Grant>
  change(access: Access, grantId: string, change: GrantChange): Promise<Grant>
  revoke(access: Access, grantId: string): Promise<void>
}

export interface SharesOptions {
  db: Database
  clock: Clock
  people: PeopleDirectory
  drives: Drives
  grants: Grants
  invitations: Pick<Invitations, 'send'>
}

export function createShares(options: SharesOptions): Shares {
  const { db, clock, people, drives, grants, invitations } = options
  const describe = (found: readonly ListedGrant[]) =>
    db.read((reader) => describeGrants(reader, people, found))

  async function describeOne(access: Access, grantId: string): Promise<Grant> {
    const [grant] = await describe([await grants.describe(access, grantId)])
    if (!grant) throw new Error('a grant was described by nothing')
    return grant
  }

  /** Somebody whom nobody can become any more is not given anything. */
  function checkThere(grantee: NewGrantee): Promise<void> {
    return db.read(async (reader) => {
      if (grantee.kind === 'person') {
        const isThere = !isAnonymousSub(grantee.sub) && (await people.isActive(reader, grantee.sub))
        if (!isThere) throw unknownGrantee('sub', 'there is no such person')
      }
      if (grantee.kind === 'group') {
        const [group] = await people.describeGroups(reader, [grantee.id])
        if (!group) throw unknownGrantee('id', 'there is no such group')
      }
    })
  }

  function checkExpiry(expiresAt: number | null | undefined): void {
    if (expiresAt == null || expiresAt > clock.now()) return
    throw new ServiceError('invalid_argument', {
      description: 'expires_time is in the past: choose a later time, or leave it out',
    })
  }

  return {
    async list(access, nodeId) {
      const { drive, grants: found } = await grants.list(access, nodeId)
      return {
        owner: await db.read((reader) => describeOwner(reader, people, drive)),
        grants: await describe(found),
      }
    },

    async create(access, { grantee, ...share }) {
      checkExpiry(share.expiresAt)
      await checkThere(grantee)
      const given = toGrantee(grantee)
      const { id } = await drives.transact(toShare(access), async (transaction) => {
        const { grant, node } = await grants.createIn(transaction, { ...share, grantee: given })
        const isNew = grant.epoch === 1
        if (given.kind === 'email' && isNew) {
          await invitations.send(transaction.writer, {
            email: given.email,
            inviterSub: transaction.actorId,
            itemName: node.name,
          })
        }
        return grant
      })
      return describeOne(access, id)
    },

    async change(access, grantId, change) {
      checkExpiry(change.expiresAt)
      await drives.transact(toShare(access), async (transaction) => {
        const open = await openGrant(transaction.writer, transaction.drive, grantId)
        checkNoLink(open.grant.grantee)
        await grants.changeIn(transaction, open, change)
      })
      return describeOne(access, grantId)
    },

    revoke: grants.revoke,
  }
}

function toGrantee(grantee: NewGrantee): Grantee {
  if (grantee.kind === 'group') return { kind: 'group', groupId: grantee.id }
  if (grantee.kind === 'person') return grantee
  return { kind: 'email', email: grantee.email.normalize('NFC').toLowerCase() }
}

/** A link has rules of its own, which a change of its grant alone could break. */
function checkNoLink(grantee: string): void {
  if (parseGrantee(grantee).kind !== 'link') return
  throw new ServiceError('invalid_argument', {
    description: 'this grant belongs to a link: change the link (PATCH /drive/v1/links/{id})',
  })
}

function unknownGrantee(field: string, problem: string): ServiceError {
  return new ServiceError('invalid_argument', { description: `grantee.${field}: ${problem}` })
}
