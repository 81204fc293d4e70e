import { isAnonymousSub } from '@awan/protocol'
import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Database, Reader, Writer } from '../../db/database.ts'
import type { ProviderLinkRow } from '../../db/tables.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import { lockUser } from '../users/users.ts'
import type { WaysLeft } from '../users/ways-left.ts'
import type { ProviderDirectory } from './provider-directory.ts'
import { deleteLink, insertLink, selectLink, selectLinksOf } from './provider-links.store.ts'
import type { ProvenAccount, ProviderTokens } from './provider-tokens.ts'
import type { ProviderTransfer } from './transfer.ts'

export { countLinks, linksQuery, selectLinksForExport } from './provider-links.store.ts'

export interface ListedProvider {
  id: string
  name: string
  isBound: boolean
  userName: string | undefined
}

/** Which accounts at third parties open which of ours. */
export interface Bindings {
  list(user: SignedIn): Promise<ListedProvider[]>
  /** Throws `already_exists`, with a token that takes it over when somebody else here has it. */
  bind(token: string, user: SignedIn, caller: Caller): Promise<void>
  /** For a new person, in the transaction that makes them. */
  bindNew(writer: Writer, binding: { token: string; sub: string }, caller: Caller): Promise<void>
  unbind(providerId: string, user: SignedIn, caller: Caller): Promise<void>
}

export interface BindingsParts {
  db: Database
  clock: Clock
  directory: ProviderDirectory
  tokens: ProviderTokens
  transfer: Pick<ProviderTransfer, 'offer'>
  waysLeft: WaysLeft
  events: EventLog
  notices: Notices
}

export function createBindings(parts: BindingsParts): Bindings {
  const { db, clock, directory, tokens, transfer, waysLeft, events, notices } = parts

  async function link(
    writer: Writer,
    { providerId, userId, profile }: ProvenAccount,
    sub: string,
    caller: Caller,
  ): Promise<void> {
    const isNew = await insertLink(writer, {
      provider_id: providerId,
      provider_user_id: userId,
      sub,
      name: profile.name ?? profile.email ?? null,
      created_at: clock.now(),
    })
    if (!isNew) throw alreadyBound()
    const data = { provider_id: providerId }
    await events.record(writer, { type: 'account.provider_bound', sub, caller, data })
  }

  return {
    async list({ sub }) {
      return db.read(async (reader) => {
        const links = new Map(
          (await selectLinksOf(reader, sub)).map((link) => [link.provider_id, link]),
        )
        const offered = await directory.list(reader)
        // One that is offered no more can still be unbound.
        const gone = [...links.keys()].filter((id) => !offered.some((each) => each.id === id))
        return [...offered, ...gone.map((id) => ({ id, name: id }))].map(({ id, name }) => ({
          id,
          name,
          isBound: links.has(id),
          userName: links.get(id)?.name ?? undefined,
        }))
      })
    },

    async bind(token, { sub }, caller) {
      requireRegistered(sub)
      const elsewhere = await db.write(async (writer) => {
        const account = await tokens.inspect(writer, token)
        const person = await lockUser(writer, sub)
        if (!person) throw new ServiceError('unauthenticated', { description: 'sign in first' })
        const owner = await ownerOf(writer, account)
        // The token stays good: its owner may rather go on as that other person.
        if (owner && owner.sub !== sub) return owner
        await tokens.redeem(writer, token)
        if (owner) return undefined
        await link(writer, account, sub, caller)
        await notices.queue(writer, 'providerBound', person, caller)
        return undefined
      })
      if (elsewhere) throw boundElsewhere(await transfer.offer(elsewhere, sub))
    },

    async bindNew(writer, { token, sub }, caller) {
      await link(writer, await tokens.redeem(writer, token), sub, caller)
    },

    async unbind(providerId, { sub }, caller) {
      await db.write(async (writer) => {
        const person = await lockUser(writer, sub)
        const removed = person && (await deleteLink(writer, { sub, provider_id: providerId }))
        if (!removed) {
          throw new ServiceError('not_found', { description: 'this provider is not bound' })
        }
        await waysLeft.requireAny(writer, sub)
        const data = { provider_id: providerId }
        await events.record(writer, { type: 'account.provider_unbound', sub, caller, data })
        await notices.queue(writer, 'providerUnbound', person, caller)
      })
    },
  }
}

/** The accounts at third parties that open this person's account. */
export function linksOf(reader: Reader, sub: string): Promise<ProviderLinkRow[]> {
  return selectLinksOf(reader, sub)
}

export function ownerOf(
  reader: Reader,
  { providerId, userId }: Pick<ProvenAccount, 'providerId' | 'userId'>,
): Promise<ProviderLinkRow | undefined> {
  return selectLink(reader, { provider_id: providerId, provider_user_id: userId })
}

/** An anonymous account goes with its device: sign-up takes the provider token, and keeps all else. */
export function requireRegistered(sub: string): void {
  if (!isAnonymousSub(sub)) return
  throw new ServiceError('failed_precondition', {
    description: 'an anonymous account cannot bind a provider account; sign up first',
  })
}

/** Also if another account of the same provider is bound: one per provider is enough. */
export function alreadyBound(): ServiceError {
  return new ServiceError('already_exists', {
    description: 'this account, or another one of the same provider, is already bound',
  })
}

function boundElsewhere(transferToken: string): ServiceError {
  return new ServiceError('already_exists', {
    description: 'this provider account is bound to another account here',
    details: [
      {
        '@type': ERROR_INFO,
        reason: 'provider_bound_elsewhere',
        domain: 'providers',
        resource_id: transferToken,
      },
    ],
  })
}
