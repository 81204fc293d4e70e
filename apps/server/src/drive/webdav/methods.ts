import { ServiceError } from '@awan/protocol/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { header } from '../../http/caller.ts'
import { type CallsPerMinute, USUAL_CALLS } from '../limits/limit-calls.ts'
import { copy, move } from './copy-move.ts'
import type { DavCall, DavParts } from './dav-call.ts'
import type { DavCaller, DavGuards } from './dav-caller.ts'
import { type FindRoot, hrefsFor, parseDavPath, withoutUsualPort } from './dav-path.ts'
import { get } from './get.ts'
import { parseIf } from './if-header.ts'
import { lock, unlock } from './lock-methods.ts'
import { propfind } from './propfind.ts'
import { proppatch } from './proppatch.ts'
import { forbidden, notAllowed } from './refusal.ts'
import { mkcol, put, remove } from './write-methods.ts'

export interface Method {
  changes: boolean
  answer(parts: DavParts, call: DavCall): Promise<FastifyReply>
}

/** Of files and folders. */
export const fileMethods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['GET', { changes: false, answer: get }],
  ['HEAD', { changes: false, answer: get }],
  ['PROPFIND', { changes: false, answer: propfind }],
  ['PUT', { changes: true, answer: put }],
  ['MKCOL', { changes: true, answer: mkcol }],
  ['DELETE', { changes: true, answer: remove }],
  ['COPY', { changes: true, answer: copy }],
  ['MOVE', { changes: true, answer: move }],
  ['PROPPATCH', { changes: true, answer: proppatch }],
  ['LOCK', { changes: true, answer: lock }],
  ['UNLOCK', { changes: true, answer: unlock }],
])

const ALLOWED = ['OPTIONS', ...fileMethods.keys()].join(', ')

/** What a door adds to a request. */
export interface At {
  caller: DavCaller
  methods: ReadonlyMap<string, Method>
  /** Where the paths of this call begin. */
  findRoot: FindRoot
  /** Where those of files do, which other paths lead to. */
  findFileRoot?: FindRoot
  replacedStatus: 201 | 204
}

export type AnswerCall = (
  request: FastifyRequest,
  reply: FastifyReply,
  at: At,
) => Promise<FastifyReply>

/** Reads what every method needs, and checks what must hold before any. */
export function createAnswerCall(
  parts: DavParts,
  guards: Pick<DavGuards, 'takePoint'>,
  { write }: Pick<CallsPerMinute, 'write'> = USUAL_CALLS,
): AnswerCall {
  const publicHost = withoutUsualPort(new URL(parts.publicUrl).host)
  return async (request, reply, at) => {
    const { caller, methods, findRoot, findFileRoot = findRoot, replacedStatus } = at
    const method = methods.get(request.method)
    if (!method) {
      reply.header('allow', ['OPTIONS', ...methods.keys()].join(', '))
      throw notAllowed(`this path does not support ${request.method}; see the Allow header`)
    }
    if (method.changes) {
      if (caller.limit?.isReadOnly) throw forbidden('this password only reads')
      await guards.takePoint(`drive write user ${caller.person.sub}`, {
        points: write,
        perSeconds: 60,
        isLocal: true,
      })
    }
    // Nobody sends it to a server who means it (RFC 9110, 7.1): what else was meant, nobody knows.
    if (request.url.includes('#')) {
      throw new ServiceError('invalid_argument', {
        description: 'the address has a fragment: encode # as %23',
      })
    }
    const path = parseDavPath(request.url, findRoot)
    if (!path) throw new ServiceError('not_found', { description: 'there is no such path' })
    return method.answer(parts, {
      request,
      reply,
      caller,
      path,
      findRoot: findFileRoot,
      toHref: hrefsFor(request.url, path),
      replacedStatus,
      lists: parseIf(ifHeader(request)),
      hosts: new Set([publicHost, ...ownHosts(request)]),
    })
  }
}

export function describe(reply: FastifyReply): FastifyReply {
  return reply
    .code(200)
    .header('dav', '1, 2, 3')
    .header('ms-author-via', 'DAV')
    .header('allow', ALLOWED)
    .header('accept-ranges', 'bytes')
    .header('content-length', 0)
    .send()
}

/** As the client has it, and as a proxy that we trust says that the client had it. */
function ownHosts(request: FastifyRequest): string[] {
  return [header(request, 'host'), request.host].flatMap((host) =>
    host === undefined ? [] : withoutUsualPort(host),
  )
}

/** All of it: what is cut off would be read as something else. */
function ifHeader({ headers }: FastifyRequest): string | undefined {
  const value = headers.if
  return Array.isArray(value) ? value.join(' ') : value
}
