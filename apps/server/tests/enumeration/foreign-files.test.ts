import type { AddressInfo } from 'node:net'
import { ServiceError } from '@awan/protocol/errors'
import { expect, onTestFinished, test } from 'vitest'
import { cheapHashing } from '../../src/account/passwords/testing.ts'
import { createMemoryBlobStore } from '../../src/blobs/memory.ts'
import { onEachDatabase } from '../../src/db/testing.ts'
import { createDrive } from '../../src/drive/index.ts'
import { LINK_KEY, TRASH_TTL_MS, UPLOAD_TTL_MS } from '../../src/drive/testing.ts'
import {
  everybody,
  noInboxMails,
  noInvitations,
  noVisitorCodes,
} from '../../src/drive/testing-access.ts'
import type { Guards } from '../../src/http/guards.ts'
import { isBytes } from '../../src/http/mount-routes.ts'
import type { Route } from '../../src/http/route.ts'
import { createTestHttp } from '../../src/http/testing.ts'
import { ManualClock } from '../../src/kernel/clock.ts'
import { systemRandom } from '../../src/kernel/id.ts'
import { createWorkCounter } from './count-work.ts'

// A token is simply the name of its person here.
const guards: Guards = {
  takePoint: async () => undefined,
  authenticate: async (sub) => ({
    sub,
    sessionId: sub,
    clientId: 'awan-web',
    signedInAt: 0,
    scope: ['drive'],
  }),
  checkAdmin: () => Promise.reject(new ServiceError('permission_denied')),
  checkSudo: () => Promise.reject(new ServiceError('permission_denied')),
  checkCaptcha: () => Promise.reject(new ServiceError('captcha_required')),
}

onEachDatabase((openDatabase) => {
  test('every drive call gives the same answer and does the same work for foreign and for unknown ids', async () => {
    const counter = createWorkCounter(await openDatabase(), cheapHashing)
    const drive = createDrive({
      db: counter.db,
      blobs: createMemoryBlobStore(),
      clock: new ManualClock(Date.now()),
      random: systemRandom,
      people: everybody,
      invitations: noInvitations,
      inboxMails: noInboxMails,
      visitorCodes: noVisitorCodes,
      hasDirectory: false,
      teamDriveMakers: 'everybody',
      linkKey: LINK_KEY,
      defaultQuotaBytes: undefined,
      uploadTtlMs: UPLOAD_TTL_MS,
      trashTtlMs: TRASH_TTL_MS,
      publicUrl: 'http://drive.test',
    })
    const app = createTestHttp({ routes: drive.routes, guards })
    await app.listen({ host: '127.0.0.1', port: 0 })
    onTestFinished(async () => {
      drive.stopFollowing()
      await app.close()
      await drive[Symbol.asyncDispose]()
    })
    const { port } = app.server.address() as AddressInfo
    const call = (sub: string, method: string, path: string, body?: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { authorization: `Bearer ${sub}` },
        ...(body === undefined ? {} : { body }),
      })
    const json = async (sub: string, method: string, path: string, body: object) =>
      (await (await call(sub, method, path, JSON.stringify(body))).json()) as Record<string, string>

    const folder = await json('ana', 'POST', '/drive/v1/files', { kind: 'folder', name: 'secret' })
    const begun = await json('ana', 'POST', '/drive/v1/uploads', { name: 'plan', size: 0 })
    const file = await json('ana', 'POST', `/drive/v1/uploads/${begun.id}/commit`, {})
    const upload = await json('ana', 'POST', '/drive/v1/uploads', { name: 'open', size: 9 })
    const trashed = await json('ana', 'POST', '/drive/v1/files', { kind: 'folder', name: 'old' })
    const task = await json('ana', 'POST', '/drive/v1/files:batchTrash', { ids: [trashed.id] })
    const before = await snapshot()
    await json('ben', 'POST', '/drive/v1/files', { kind: 'folder', name: 'own' })

    const ids = [folder.id, file.id, upload.id, trashed.id, task.task_id] as string[]
    const differing: unknown[] = []
    let refused = 0
    for (const route of drive.routes.filter(takesIds).filter(answersOnce)) {
      for (const [id, named] of ids.flatMap((id) =>
        waysToName(route).map((way) => [id, way] as const),
      )) {
        const [foreign, unknown] = [
          await ask(route, id, named),
          await ask(route, '0'.repeat(id.length), named),
        ]
        if (JSON.stringify(foreign) !== JSON.stringify(unknown)) {
          differing.push({ call: nameOf(route), foreign, unknown })
        }
        if (foreign.status === 404) refused++
      }
    }
    expect(differing).toEqual([])
    expect(refused).toBeGreaterThan(drive.routes.length)
    expect(await snapshot()).toEqual(before)

    /** What ben gets to see who names an id wherever the call may take one, and what it cost. */
    async function ask({ endpoint }: Route, id: string, toNamed: (id: string) => object) {
      const path = endpoint.path.replaceAll(/\{first\}/g, '0').replaceAll(/\{\w+\}/g, id)
      const named = { ...toNamed(id), parent_id: id, name: 'x', size: 3, kind: 'folder' }
      const body = isBytes(endpoint.body) ? 'abc' : JSON.stringify(named)
      const takesBody = endpoint.body !== undefined
      const query = endpoint.query === undefined ? '' : `?parent_id=${id}&folder_id=${id}`
      let status = 0
      let text = ''
      const work = await counter.during(async () => {
        const answer = await call(
          'ben',
          endpoint.method,
          path + query,
          takesBody ? body : undefined,
        )
        status = answer.status
        text = await answer.text()
      })
      return { status, text: withoutChance(text).replaceAll(id, '*'), work }
    }

    async function snapshot(): Promise<string[]> {
      const paths = ['/drive/v1/files', '/drive/v1/trash', `/drive/v1/uploads/${upload.id}`]
      return Promise.all(paths.map(async (path) => (await call('ana', 'GET', path)).text()))
    }
  })
})

/** A call about many files takes them one by one, or by their folder. */
function waysToName({ endpoint }: Route): ((id: string) => object)[] {
  const oneByOne = (id: string) => ({ ids: [id] })
  if (!endpoint.path.includes(':batch')) return [oneByOne]
  return [oneByOne, (id) => ({ inside: { folder_id: id } })]
}

/** A path leads through one's own drive, by names. */
function takesIds({ endpoint }: Route): boolean {
  return !endpoint.takesRestOfPath
}

/** A stream of events has no end to wait for. */
function answersOnce({ endpoint }: Route): boolean {
  const { answer } = endpoint
  return !(isBytes(answer) && answer.contentType === 'text/event-stream')
}

function nameOf({ endpoint }: Route): string {
  return `${endpoint.method} ${endpoint.path}`
}

/** Ids that the answer itself has made, times and change numbers are others each time. */
function withoutChance(text: string): string {
  return text
    .replaceAll(/"[0-9a-z]{25}"/g, '"new"')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"then"')
    .replaceAll(/"seq":\d+/g, '"seq":0')
}
