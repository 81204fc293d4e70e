import type { AddressInfo } from 'node:net'
import { ServiceError } from '@awan/protocol/errors'
import { onTestFinished } from 'vitest'
import type { PeopleDirectory } from '../account/index.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { openDiskBlobStore } from '../blobs/disk.ts'
import { createTestFolder } from '../blobs/testing.ts'
import type { Database } from '../db/database.ts'
import type { Guards, PasswordHolder } from '../http/guards.ts'
import { createTestHttp } from '../http/testing.ts'
import type { SocketLimits } from '../http/web-sockets.ts'
import { ManualClock } from '../kernel/clock.ts'
import { systemRandom } from '../kernel/id.ts'
import { packBundle } from './bundles/testing.ts'
import { createDrive } from './index.ts'
import type { CallsPerMinute } from './limits/limit-calls.ts'
import type { PushTimes } from './push/push-door.ts'
import { LINK_KEY, TRASH_TTL_MS, UPLOAD_TTL_MS } from './testing.ts'
import { everybody, noInboxMails, noInvitations, noVisitorCodes } from './testing-access.ts'

/** The whole drive over real sockets, closed after the test. */
export async function serveDrive(
  db: Database,
  options: {
    quotaBytes?: number
    maxOpenUploads?: number
    blobs?: BlobStore
    callsPerMinute?: CallsPerMinute
    people?: Partial<PeopleDirectory>
    pushTimes?: Partial<PushTimes>
    socketLimits?: SocketLimits
    /** Counts calls; otherwise nobody does. */
    takePoint?: Guards['takePoint']
    onProblem?: (problem: unknown) => void
  } = {},
) {
  const folder = await createTestFolder()
  const blobs = options.blobs ?? (await openDiskBlobStore({ path: folder }))
  const clock = new ManualClock(Date.now())
  const passwords = new Map<string, PasswordHolder>()
  const drive = createDrive({
    db,
    blobs,
    clock,
    random: systemRandom,
    people: {
      ...everybody,
      isAppPasswordGood: async (_reader, password) => passwords.has(password),
      ...options.people,
    },
    invitations: noInvitations,
    inboxMails: noInboxMails,
    visitorCodes: noVisitorCodes,
    hasDirectory: false,
    teamDriveMakers: 'everybody',
    linkKey: LINK_KEY,
    defaultQuotaBytes: options.quotaBytes,
    maxOpenUploads: options.maxOpenUploads,
    callsPerMinute: options.callsPerMinute,
    uploadTtlMs: UPLOAD_TTL_MS,
    trashTtlMs: TRASH_TTL_MS,
    publicUrl: 'http://drive.test',
    pushTimes: options.pushTimes,
    onProblem: options.onProblem,
  })
  const { housekeeping } = drive
  /** Nobody's history is looked at here. */
  const people: Parameters<typeof drive.adminRoutes>[0] = {
    act: async (_sub, _context, _type, work) =>
      db.write(async (writer) => (await work(writer)).answer),
    note: async () => undefined,
    noteOwn: async () => undefined,
  }
  const routes = [...drive.routes, ...drive.adminRoutes(people)]
  const { admitVisitor } = drive
  /** Nobody guesses here, so what is guarded against guesses needs no captcha. */
  const checkCaptcha: Guards['checkCaptcha'] = async ({ action }) => {
    if (!drive.risks.has(action)) throw new ServiceError('captcha_required')
  }
  const all: Guards = {
    ...guards,
    ...(options.takePoint && { takePoint: options.takePoint }),
    admitVisitor,
    checkCaptcha,
    signInByPassword: async ({ userName, password }) => {
      const holder = passwords.get(password)
      return holder?.sub === userName ? holder : undefined
    },
    revokePassword: async ({ appPasswordId }) => void passwords.delete(appPasswordId),
    isPasswordValid: async (appPasswordId) => passwords.has(appPasswordId),
    findValidPasswords: async (ids) => new Set(ids.filter((id) => passwords.has(id))),
  }
  const app = createTestHttp({
    routes,
    guards: all,
    doors: drive.openDoors(all),
    socketDoors: drive.openSocketDoors(all),
    socketLimits: options.socketLimits,
  })
  const requests: string[] = []
  /** Answers that ended before all of them was sent. */
  const cutOff: string[] = []
  app.server.on('request', ({ method, url }, answer) => {
    const request = `${method} ${url}`
    requests.push(request)
    answer.on('close', () => {
      if (!answer.writableFinished) cutOff.push(request)
    })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    drive.stopFollowing()
    await app.close()
    await drive[Symbol.asyncDispose]()
    // Whoever brought them closes them.
    if (!options.blobs) await blobs[Symbol.asyncDispose]()
  })
  const { port } = app.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`

  const as = (sub: string) => {
    const call = (method: string, path: string, init: RequestInit = {}) =>
      fetch(`${origin}${path}`, {
        method,
        ...init,
        headers: { authorization: `Bearer ${sub}`, ...init.headers },
      })
    const json = async (
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Answer> => {
      const answer = await call(method, path, {
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { ...((await answer.json()) as Answer), status: answer.status }
    }
    const upload = async (name: string, bytes: Buffer, more: object = {}) => {
      const { id } = await json('POST', '/drive/v1/uploads', {
        name,
        size: bytes.length,
        ...more,
      })
      if (bytes.length > 0) {
        await call('PUT', `/drive/v1/uploads/${id}/blocks/0`, { body: new Uint8Array(bytes) })
      }
      return json('POST', `/drive/v1/uploads/${id}/commit`, {})
    }
    /** Files by their paths, with the same small content, in one request: where it is not tested how files come. */
    const plant = async (
      paths: readonly string[],
      { content = 'x', modifiedAt }: { content?: string; modifiedAt?: (at: number) => number } = {},
    ) => {
      const bytes = Buffer.from(content)
      const entries = paths.map((path, at) => ({
        path,
        size: bytes.length,
        ...(modifiedAt && { modified_time: new Date(modifiedAt(at)).toISOString() }),
      }))
      const body = new Uint8Array(packBundle({ entries }, Array(paths.length).fill(bytes)))
      const answer = await call('POST', '/drive/v1/uploads:bundle', { body })
      const { results } = (await answer.json()) as { results: { file?: object }[] }
      if (!results.every(({ file }) => file)) throw new Error(JSON.stringify(results))
    }
    return { call, json, upload, plant }
  }
  /** Gives the password. */
  const makePassword = (sub: string, limit: Partial<PasswordHolder> = {}) => {
    const password = `${sub}-${passwords.size}`
    passwords.set(password, { sub, appPasswordId: password, readOnly: false, ...limit })
    return password
  }
  return {
    as,
    origin,
    port,
    server: app.server,
    clock,
    folder,
    blobs,
    housekeeping,
    drive,
    makePassword,
    /** As its person revokes it. */
    endPassword: (password: string) => void passwords.delete(password),
    lines: app.lines,
    /** What was asked for, as it came. */
    requests,
    cutOff,
  }
}

/** A token is simply the name of its person here. */
const guards: Guards = {
  takePoint: async () => undefined,
  authenticate: async (token) => ({
    sub: token,
    sessionId: token,
    clientId: 'awan-web',
    signedInAt: 0,
    scope: token === 'poor' ? [] : ['drive'],
  }),
  checkAdmin: () => Promise.reject(new ServiceError('permission_denied')),
  checkSudo: () => Promise.reject(new ServiceError('permission_denied')),
  checkCaptcha: () => Promise.reject(new ServiceError('captcha_required')),
}

/** What the calls of these tests answer, of which each reads the part that it expects. */
export interface Answer {
  status: number
  modified_time?: string
  id: string
  hash: string
  url: string
  missing: [number, number][]
  ancestors: object[]
  etag: string
  task_id: string
  size: number
  entries: number
  cursor?: string
  next_page_token?: string
  files?: { name: string; thumbnail_link?: string }[]
  thumbnail_link?: string
  error?: string
  error_uri?: string
}
