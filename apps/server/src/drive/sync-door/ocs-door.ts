import { ServiceError } from '@awan/protocol/errors'
import type { FastifyRequest } from 'fastify'
import { readCaller } from '../../http/caller.ts'
import type { Door } from '../../http/mount-doors.ts'
import { rememberRefusal } from '../../http/refusals.ts'
import { toAnswer } from '../../http/reply-error.ts'
import { toldQuota } from '../access/told-quota.ts'
import type { ShareLinks } from '../share-links/share-links.ts'
import type { FindShareCalls } from '../sync-shares/share-calls.ts'
import type { DavParts } from '../webdav/dav-call.ts'
import { type DavCaller, type DavGuards, signInWithPassword } from '../webdav/dav-caller.ts'
import { forbidden, notAllowed } from '../webdav/refusal.ts'
import { capabilitiesOf } from './announced.ts'
import { type OcsData, parseOcsForm, sendOcs } from './ocs-answer.ts'
import { ocsCallOf } from './ocs-path.ts'

type Answer = (caller: DavCaller, request: FastifyRequest) => Promise<OcsData>

export interface OcsParts extends Pick<DavParts, 'drives' | 'accesses' | 'people' | 'publicUrl'> {
  shareLinks: Pick<ShareLinks, 'policy'>
  findShareCalls: FindShareCalls
}

/** What clients ask about the server, about shares, and about whoever signed in; it says nothing of the account but its name. */
export function createOcsDoor(
  { drives, accesses, people, publicUrl, shareLinks, findShareCalls }: OcsParts,
  guards: DavGuards,
): Door {
  const calls: Record<string, Record<string, Answer>> = {
    'cloud/capabilities': { GET: describeServer },
    'cloud/user': { GET: describeUser },
    'core/apppassword': { DELETE: revoke },
    'core/getapppassword': {
      GET: async () => {
        throw new ServiceError('permission_denied', {
          description: 'it is an app password already',
        })
      },
    },
  }

  return {
    path: '/ocs',
    methods: ['GET', 'POST', 'PUT', 'DELETE'],

    async handle(request, reply) {
      const name = ocsCallOf(request.url)
      const known = Object.hasOwn(calls, name) ? calls[name] : findShareCalls(name)
      if (!known) throw new ServiceError('not_found', { description: 'there is no such call' })
      if (request.method === 'POST') requireProgram(request)
      // Which protocol is spoken here, clients ask before they sign in.
      const isOpen = name === 'cloud/capabilities' && request.headers.authorization === undefined
      const caller = isOpen ? undefined : await signInWithPassword(guards, request)
      const answer = known[request.method]
      if (!answer) {
        reply.header('allow', Object.keys(known).join(', '))
        throw notAllowed(`this call does not support ${request.method}; see the Allow header`)
      }
      const data = caller ? await answer(caller, request) : await describeServer()
      return sendOcs(reply, formOf(request), { status: 200, message: 'OK', data })
    },

    replyError(thrown, request, reply) {
      const { error, status } = toAnswer(thrown)
      if (status >= 500) request.log.error({ err: thrown }, 'request failed')
      rememberRefusal(request, error.error)
      if (status === 401) reply.header('www-authenticate', 'Basic realm="Awan", charset="UTF-8"')
      sendOcs(reply, formOf(request), { status, message: error.description, data: [] })
    },
  }

  async function describeServer(): Promise<OcsData> {
    return capabilitiesOf(publicUrl, await shareLinks.policy())
  }

  async function describeUser({ person, driveId, limit }: DavCaller): Promise<OcsData> {
    const { sub } = person
    const access = await accesses.of(person, driveId, 'view')
    const { name, quota } = await drives.read(
      { ...access, ...(limit && { limit }) },
      async (reader, drive) => {
        const [described] = await people.describePeople(reader, [sub])
        return { name: described?.name ?? sub, quota: toldQuota(drive) }
      },
    )
    return {
      enabled: true,
      id: sub,
      'display-name': name,
      displayname: name,
      email: null,
      quota: toQuota(quota),
    }
  }

  async function revoke(
    { person: { sub }, password }: DavCaller,
    request: FastifyRequest,
  ): Promise<OcsData> {
    const caller = readCaller(request, { body: undefined, query: undefined })
    if (password) await guards.revokePassword?.({ sub, appPasswordId: password.id }, caller)
    return []
  }
}

/**
 * A browser that was once given an app password sends it with forms of any page, and a form can only be posted.
 * A header of its own no form has, and no page of somebody else may send one. All clients send this one.
 */
function requireProgram({ headers }: FastifyRequest): void {
  if (headers['ocs-apirequest'] !== undefined) return
  throw forbidden('send the header OCS-APIRequest: true; web pages cannot make this call')
}

function formOf({ url, headers }: FastifyRequest) {
  return parseOcsForm(url, headers.accept)
}

/** Of the protocol: no limit. */
const UNLIMITED = -3

function toQuota(told: ReturnType<typeof toldQuota>) {
  const { quota_limit: limit, quota_usage: used = 0, quota_reserved: reserved = 0 } = told
  if (limit === undefined)
    return { free: UNLIMITED, used, total: UNLIMITED, relative: 0, quota: UNLIMITED }
  const free = Math.max(0, limit - used - reserved)
  const relative = limit === 0 ? 100 : Math.round((used / limit) * 10_000) / 100
  return { free, used, total: limit, relative, quota: limit }
}
