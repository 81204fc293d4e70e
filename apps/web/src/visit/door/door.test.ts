import { createAwanClient } from '@awan/client'
import { createMemoryRuntime } from '@awan/client/memory'
import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import { expect, test, vi } from 'vitest'
import { createDoor } from './door.ts'
import { openKeptVisit } from './kept-visit.ts'

interface Body {
  token: string
  password?: string
  name?: string
  visit_token?: string
  email?: string
  email_code?: { id: string; code: string }
}

const VISIT = {
  visit_token: 'visit.1',
  expires_in: 86_400,
  drive_id: 'd',
  node: { id: 'n', name: 'Choir', kind: 'folder' },
  role: 'viewer',
  allow_download: true,
}

/** A door whose server answers as the function says; `kept` is what the tab keeps. */
function openDoor(answer: (body: Body, request: Request) => object, kept = tabStorage()) {
  const asked: Body[] = []
  const runtime = createMemoryRuntime({
    fetch: async (url, init) => {
      const body = JSON.parse(String(init.body ?? '{}')) as Body
      asked.push(body)
      try {
        return Response.json(answer(body, new Request(url, init)))
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        return Response.json(error.toJSON(), { status: error.status })
      }
    },
  })
  const client = createAwanClient({
    clientId: 'awan-web',
    origins: ['https://awan.test'],
    log: { level: 'off' },
    runtime,
  })
  const forgetSession = vi.fn()
  const door = createDoor({
    client,
    token: 'secret',
    kept: openKeptVisit(() => kept, 'secret'),
    forgetSession,
  })
  return { door, asked, kept, forgetSession }
}

function tabStorage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

function refuse(name: 'permission_denied' | 'invalid_argument', reason: string): never {
  const detail = { '@type': ERROR_INFO, reason, domain: 'drive', metadata: {} } as const
  throw new ServiceError(name, { details: [detail] })
}

test('a link without conditions opens at once', async () => {
  const { door, asked } = openDoor(() => VISIT)
  expect(door.state()).toEqual({ step: 'opening' })
  await door.open()
  expect(door.state()).toMatchObject({ step: 'open', visit: { node: { name: 'Choir' } } })
  expect(asked).toEqual([{ token: 'secret' }])
})

test('the password is asked for, a wrong one is told, and the right one opens', async () => {
  const { door } = openDoor(({ password }) =>
    password === 'right' ? VISIT : refuse('permission_denied', 'LINK_PASSWORD'),
  )
  await door.open()
  expect(door.state()).toEqual({ step: 'password', problem: undefined, isBusy: false })
  await door.givePassword('wrong')
  expect(door.state()).toEqual({ step: 'password', problem: 'wrong', isBusy: false })
  const trying = door.givePassword('right')
  expect(door.state()).toEqual({ step: 'password', problem: undefined, isBusy: true })
  await trying
  expect(door.state().step).toBe('open')
})

test('too many wrong passwords are told at the field', async () => {
  const { door } = openDoor(({ password }) => {
    if (password === undefined) refuse('permission_denied', 'LINK_PASSWORD')
    throw new ServiceError('resource_exhausted')
  })
  await door.open()
  await door.givePassword('guess')
  expect(door.state()).toEqual({ step: 'password', problem: 'too-many', isBusy: false })
})

test('a name is asked for after the password, which need not be given again', async () => {
  const { door, asked } = openDoor(({ password, name }) => {
    if (password !== 'right') refuse('permission_denied', 'LINK_PASSWORD')
    if (name === undefined) refuse('invalid_argument', 'LINK_VISITOR_NAME')
    return VISIT
  })
  await door.open()
  await door.givePassword('right')
  expect(door.state()).toEqual({ step: 'name', isBusy: false })
  await door.giveName('Ben')
  expect(door.state().step).toBe('open')
  expect(asked.at(-1)).toEqual({ token: 'secret', password: 'right', name: 'Ben' })
})

test('a code that proves a mail address is sent with the password, and opens with it and the name', async () => {
  const { door, asked } = openDoor(({ password, name, email, email_code }) => {
    if (password !== 'right') refuse('permission_denied', 'LINK_PASSWORD')
    if (email !== undefined) return { code_id: 'c1', expires_in: 600 }
    if (name === undefined) refuse('invalid_argument', 'LINK_VISITOR_NAME')
    if (email_code === undefined) refuse('invalid_argument', 'LINK_VISITOR_EMAIL')
    if (email_code.code !== '123456') throw new ServiceError('invalid_verification_code')
    return VISIT
  })
  await door.open()
  await door.givePassword('right')
  await door.giveName('Ben')
  expect(door.state()).toEqual({ step: 'email' })
  expect(await door.sendCode('ben@example.org')).toBe('c1')
  expect(asked.at(-1)).toEqual({ token: 'secret', password: 'right', email: 'ben@example.org' })
  await expect(door.giveCode({ id: 'c1', code: '000000' })).rejects.toMatchObject({
    error: 'invalid_verification_code',
  })
  expect(door.state()).toEqual({ step: 'email' })
  await door.giveCode({ id: 'c1', code: '123456' })
  expect(door.state().step).toBe('open')
  expect(asked.at(-1)).toMatchObject({ password: 'right', name: 'Ben', email_code: { id: 'c1' } })
})

test('a link that is revoked while a code is asked for is not valid', async () => {
  const { door } = openDoor(({ email }) => {
    if (email !== undefined) throw new ServiceError('not_found')
    return refuse('invalid_argument', 'LINK_VISITOR_EMAIL')
  })
  await door.open()
  expect(await door.sendCode('ben@example.org')).toBeUndefined()
  expect(door.state()).toEqual({ step: 'invalid' })
})

test('a reload is the same visitor, and the password is not kept', async () => {
  const { door, kept } = openDoor(({ password }) =>
    password === 'right' ? VISIT : refuse('permission_denied', 'LINK_PASSWORD'),
  )
  await door.open()
  await door.givePassword('right')
  expect([...kept.items.values()].join()).not.toContain('right')
  const next = openDoor(() => VISIT, kept)
  await next.door.open()
  expect(next.asked).toEqual([{ token: 'secret', visit_token: 'visit.1' }])
})

test('every link that does not open is not valid, and nothing of it is kept', async () => {
  const kept = tabStorage()
  await openDoor(() => VISIT, kept).door.open()
  const { door } = openDoor(() => {
    throw new ServiceError('not_found')
  }, kept)
  await door.open()
  expect(door.state()).toEqual({ step: 'invalid' })
  expect(kept.items.size).toBe(0)
})

test('a renewed visit shows what its owner has changed, and one that has ended becomes invalid', async () => {
  let answer = () => VISIT
  const { door, asked, kept } = openDoor(() => answer())
  await door.open()
  const before = door.state()
  expect(await door.check()).toBe(true)
  expect(door.state()).toBe(before)
  answer = () => ({ ...VISIT, visit_token: 'visit.2', label: 'Summer' })
  expect(await door.check()).toBe(true)
  expect(door.state()).toMatchObject({ step: 'open', visit: { label: 'Summer' } })
  expect(asked.at(-1)).toEqual({ token: 'secret', visit_token: 'visit.1' })
  expect([...kept.items.values()].join()).toContain('visit.2')
  answer = () => {
    throw new ServiceError('not_found')
  }
  expect(await door.check()).toBe(false)
  expect(door.state()).toEqual({ step: 'invalid' })
})

test('a link that has got another password asks for it', async () => {
  let answer: () => object = () => VISIT
  const { door } = openDoor(() => answer())
  await door.open()
  answer = () => refuse('permission_denied', 'LINK_PASSWORD')
  expect(await door.check()).toBe(false)
  expect(door.state()).toEqual({ step: 'password', problem: undefined, isBusy: false })
})

test('a refused session is left out, and the visitor comes in without it', async () => {
  let times = 0
  const { door, forgetSession } = openDoor(() => {
    times += 1
    if (times === 1) throw new ServiceError('unauthenticated')
    return VISIT
  })
  await door.open()
  expect(forgetSession).toHaveBeenCalledOnce()
  expect(door.state().step).toBe('open')
})
