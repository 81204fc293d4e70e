import type { GrantRole, Right } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../src/db/testing.ts'
import { describeApi } from '../../src/http/openapi.ts'
import type { Route } from '../../src/http/route.ts'
import { type Begun, type Named, type Request, type Sample, samples } from './samples.ts'
import { createWorld, PLACES, type Place, RIGHTS, ROLES, type World } from './world.ts'

/** Who calls: a person, a member of a group, a visitor of a link, an app that may only read, one that may not even read. */
const CALLERS = ['person', 'group', 'link', 'reading app', 'other app'] as const
type Caller = (typeof CALLERS)[number]

/**
 * What a link opens, a link says; what a person reaches, finds, saves, gives, links, was given and is told, and what tus knows, is
 * asked of no drive.
 */
const WITHOUT_RIGHT: ReadonlySet<string> = new Set([
  'GET /drive/v1/content/{link}',
  'GET /drive/v1/archives/{link}',
  'GET /drive/v1/thumbnails/{link}',
  'GET /drive/v1/drives',
  'GET /drive/v1/grantees',
  'GET /drive/v1/shared_with_me',
  'GET /drive/v1/shared_by_me',
  'GET /drive/v1/leaving',
  'PATCH /drive/v1/shared_with_me/{id}',
  'DELETE /drive/v1/shared_with_me/{id}',
  'GET /drive/v1/search:everywhere',
  'GET /drive/v1/saved-searches',
  'POST /drive/v1/saved-searches',
  'PATCH /drive/v1/saved-searches/{id}',
  'DELETE /drive/v1/saved-searches/{id}',
  'GET /drive/v1/inbox',
  'POST /drive/v1/inbox:markRead',
  'DELETE /drive/v1/inbox/{id}',
  'POST /drive/v1/inbox/{id}/grant',
  'POST /drive/v1/inbox/{id}/decline',
  'GET /drive/v1/inbox/settings',
  'PATCH /drive/v1/inbox/settings',
  'GET /drive/v1/inbox/unsubscribe',
  'POST /drive/v1/inbox/unsubscribe',
  'POST /drive/v1/access_requests',
  'GET /drive/v1/offers',
  'GET /drive/v1/offers/{id}',
  'DELETE /drive/v1/offers/{id}',
  'POST /drive/v1/offers/{id}/accept',
  'POST /drive/v1/offers/{id}/decline',
  'GET /drive/v1/links:mine',
  'POST /drive/v1/links:open',
  'POST /drive/v1/links:sendCode',
  'OPTIONS /drive/v1/tus',
])

/** After these, what they named is gone, elsewhere or promised: the next call needs something new. Making it costs more than the calls. */
const ENDS_NAMED: ReadonlySet<string> = new Set([
  'POST /drive/v1/files:batchTrash',
  'POST /drive/v1/files:batchDelete',
  'POST /drive/v1/files:batchMove',
  'POST /drive/v1/files:batchMoveFrom',
  'POST /drive/v1/files/{id}/offers',
  'DELETE /drive/v1/grants/{id}',
  'DELETE /drive/v1/links/{id}',
  'DELETE /drive/v1/paths/{path}',
])

interface Case {
  name: string
  route: Route
  right: Right
  sample: Sample
  role: GrantRole
  place: Place
  caller: Caller
}

onEachDatabase((openDatabase, kind) => {
  test('every drive call allows each role exactly what its right says, in every place and for every kind of caller', {
    // Thousands of calls: a busy machine is given as long as it needs.
    timeout: 900_000,
  }, async () => {
    const world = await createWorld(await openDatabase())
    const targets = createTargets(world)
    const wrong: string[] = []
    let calls = 0
    for (const one of casesOf(world.routes)) {
      const expected = expectationOf(one)
      if (expected === undefined || (kind === 'postgres' && isFarFromItsRole(one))) continue
      const outcome = await targets.call(one, expected)
      calls++
      if (outcome !== expected) {
        const { name, role, place, caller } = one
        wrong.push(`${name}, ${role}, ${place}, ${caller}: ${outcome} instead of ${expected}`)
      }
    }
    expect(wrong).toEqual([])
    expect(calls).toBeGreaterThan(kind === 'postgres' ? 3000 : 4000)
  })
})

/** Every call of the API document that is about a drive, times roles, places and callers. */
function* casesOf(routes: readonly Route[]): Iterable<Case> {
  const { paths } = describeApi(routes, { version: '0', publicUrl: 'http://drive.test' })
  const inDocument = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  for (const name of inDocument) {
    if (WITHOUT_RIGHT.has(name)) continue
    const route = routes.find(({ endpoint }) => `${endpoint.method} ${endpoint.path}` === name)
    const right = route?.requires.right as Right | undefined
    const sample = samples[name]
    if (!route || !right || !sample) throw new Error(`${name} has no right, or no sample here`)
    for (const role of ROLES) {
      for (const place of PLACES) {
        for (const caller of CALLERS) yield { name, route, right, sample, role, place, caller }
      }
    }
  }
}

/** From the declared right and the table of roles alone; undefined where there is no such case. */
function expectationOf(one: Case): string | undefined {
  const { route, right, sample, role, place, caller } = one
  if (caller === 'link' && (role === 'manager' || place === 'own drive')) return undefined
  // A visit token is no token at all for what only people have: a star.
  if (caller === 'link' && !route.requires.visitor) return undefined
  const isOutside = place === 'beside' || place === 'above'
  if (sample.about === 'drive' && (isOutside || place === 'inside')) return undefined
  if (sample.about === 'path' && (isOutside || place === 'another drive')) return undefined
  if (caller === 'other app') return 'permission_denied'
  const isReading = [route.requires.scope].flat().includes('drive.read')
  if (caller === 'reading app' && !isReading) return 'permission_denied'
  if (place === 'own drive') return 'allowed'
  if (place === 'another drive') return 'not_found'
  if (sample.about === 'begun') return sample.answersAll ? 'allowed' : 'not_found'
  const isOwnFolder = role === 'drop' && place === 'inside' && 'makesFolders' in sample
  const isTop =
    sample.about === 'drive' || (place === 'top' && 'namesFolder' in sample) || isOwnFolder
  const rights = isOutside ? [] : isTop ? [...RIGHTS[role], ...onTop(role)] : RIGHTS[role]
  if (!rights.includes('view')) return 'not_found'
  return rights.includes(right) ? 'allowed' : 'permission_denied'
}

/**
 * In one's own drive and in a drive where one has nothing, a role somewhere else must make no difference. All roles are
 * tried there on one database; on the other the highest and the lowest.
 */
function isFarFromItsRole({ place, role }: Case): boolean {
  const isFar = place === 'own drive' || place === 'another drive'
  return isFar && role !== 'manager' && role !== 'drop'
}

/** The folder of a drop is visible and accepts files, whoever created it. */
function onTop(role: GrantRole): Right[] {
  return role === 'drop' ? ['view', 'add'] : []
}

function createTargets(world: World) {
  const { app, rules, ana, zoe, links } = world
  const kept = new Map<string, Named>()
  const begun = new Map<string, Begun>()

  /** The same until a call has ended it. */
  async function namedFor({ place, role, caller }: Case): Promise<Named> {
    const sub = subOf(role, caller)
    const key = place === 'own drive' ? sub : place
    const known = kept.get(key)
    if (known) return known
    const made = await world.name(place, sub)
    kept.set(key, made)
    return made
  }

  function forget({ name, place, role, caller }: Case): void {
    if (ENDS_NAMED.has(name)) kept.delete(place === 'own drive' ? subOf(role, caller) : place)
  }

  async function begunFor({ place, role, caller }: Case): Promise<Begun> {
    const sub = place === 'own drive' ? subOf(role, caller) : 'ana'
    const known = sub === 'ana' ? begun.get(sub) : undefined
    if (known) return known
    const upload = { parentId: 'root', name: 'begun', sizeBytes: 3 }
    const none = { blockHashes: undefined, mimeType: undefined, modifiedAt: undefined }
    const { id: uploadId } = await rules.uploads.create(sub, { ...upload, ...none })
    const metadata = `filename ${btoa('begun by tus')}`
    const tus = { sizeBytes: 3, metadata, concat: { kind: 'whole' } } as const
    const { upload: tusUpload } = await rules.tus.create(sub, tus)
    const { folderId } = await world.name('own drive', sub)
    const { id: taskId } = await rules.tasks.begin(sub, 'trash', { ids: [folderId] })
    const all = { uploadId, tusId: tusUpload.id, taskId }
    begun.set(sub, all)
    return all
  }

  async function toRequest(one: Case): Promise<Request> {
    const { sample } = one
    if (sample.about === 'drive') return sample.request()
    if (sample.about === 'begun') return sample.request(await begunFor(one))
    return sample.request(await namedFor(one))
  }

  return {
    async call(one: Case, expected: string): Promise<string> {
      const request = await toRequest(one)
      const answer = await send(one, request)
      const outcome = outcomeOf(one.sample, answer)
      if (
        expected === 'not_found' &&
        one.sample.about === 'node' &&
        one.place !== 'another drive'
      ) {
        const missing = outcomeOf(one.sample, await send(one, withUnknownIds(request)))
        if (missing !== outcome) return `${outcome}, and ${missing} for what is nowhere`
      }
      if (outcome === 'allowed') {
        checkNothingLeaks(one, answer.body)
        forget(one)
      }
      return outcome
    },
  }

  async function send({ route, role, place, caller }: Case, request: Request) {
    const { params = {}, query = {}, headers = {}, body } = request
    const { method, path, takesRestOfPath } = route.endpoint
    const encode = takesRestOfPath ? (text: string) => text : encodeURIComponent
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(params[name] ?? ''))
    const drive =
      place === 'own drive'
        ? {}
        : { drive_id: place === 'another drive' ? zoe.driveId : ana.driveId }
    const search = new URLSearchParams({ ...query, ...drive })
    const token = caller === 'link' ? (links.get(role) ?? '') : tokenOf(role, caller)
    return app.inject({
      method: method as 'GET',
      url: `${url}?${search}`,
      headers: {
        ...(Buffer.isBuffer(body) ? { 'content-type': 'application/octet-stream' } : {}),
        ...headers,
        authorization: `Bearer ${token}`,
      },
      ...(body === undefined ? {} : { payload: body }),
    })
  }

  /** Of what is outside, nobody but its owner reads even a name. */
  function checkNothingLeaks({ place, name }: Case, body: string): void {
    if (place === 'own drive' || name.includes('/content') || name.includes('/paths/')) return
    expect(body, name).not.toMatch(/secret (above|beside|of zoe)/)
  }
}

function subOf(role: GrantRole, caller: Caller): string {
  return caller === 'group' ? `member-as-${role}` : role
}

function tokenOf(role: GrantRole, caller: Caller): string {
  const scope = caller === 'reading app' ? ';drive.read' : caller === 'other app' ? ';profile' : ''
  return subOf(role, caller) + scope
}

function outcomeOf(
  sample: Sample,
  { statusCode, body }: { statusCode: number; body: string },
): string {
  const answer = readAnswer(body)
  const { failures, results, problems } = answer
  const error = answer.error ?? (failures ?? results ?? problems)?.[0]?.error
  const also = 'alsoAllowed' in sample ? sample.alsoAllowed : undefined
  if (error !== undefined) return error === also ? 'allowed' : error
  if (statusCode < 300) return 'allowed'
  return statusCode === 404
    ? 'not_found'
    : statusCode === 403
      ? 'permission_denied'
      : `${statusCode}`
}

interface Answer {
  error?: string
  failures?: { error: string }[]
  results?: { error?: string }[]
  problems?: { error: string }[]
}

function readAnswer(body: string): Answer {
  try {
    return JSON.parse(body) as Answer
  } catch {
    return {}
  }
}

/** The same call about nodes that are nowhere. */
function withUnknownIds(request: Request): Request {
  const { body, ...rest } = request
  const text = (part: unknown) => JSON.parse(JSON.stringify(part).replaceAll(ID, UNKNOWN))
  if (!body) return text(rest)
  return {
    ...text(rest),
    body: Buffer.isBuffer(body)
      ? Buffer.from(body.toString('latin1').replaceAll(ID, UNKNOWN), 'latin1')
      : text(body),
  }
}

const ID = /(?<=")[0-9a-z]{25}(?=")/g
const UNKNOWN = '0'.repeat(25)
