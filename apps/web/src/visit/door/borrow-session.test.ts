import { expect, test } from 'vitest'
import { borrowSession } from './borrow-session.ts'

const NOW = Date.parse('2026-11-18T10:00:00Z')
const KEY = 'credentials_awan-web@user-1'

function borrow(stored: Record<string, string>) {
  const before = JSON.stringify(stored)
  const session = borrowSession(
    () => ({ getItem: (key) => stored[key] ?? null }),
    () => NOW,
  )
  return { session, isUnchanged: () => JSON.stringify(stored) === before }
}

const credentials = (sub: string, expires_at: string) =>
  JSON.stringify({ sub, access_token: 'a', refresh_token: 'r', expires_at })

test('a session is borrowed while its access token is good, and no longer', () => {
  const { session } = borrow({ [KEY]: credentials('user-1', '2026-11-18T10:00:01Z') })
  expect(session.storage.get(KEY)).toContain('user-1')
  const over = borrow({ [KEY]: credentials('user-1', '2026-11-18T10:00:00Z') })
  expect(over.session.storage.get(KEY)).toBeUndefined()
})

test('what is written or removed stays in the page', () => {
  const { session, isUnchanged } = borrow({ current_sub: 'user-1' })
  session.storage.set('current_sub', 'user-2')
  expect(session.storage.get('current_sub')).toBe('user-2')
  session.storage.remove('current_sub')
  expect(session.storage.get('current_sub')).toBe('user-1')
  expect(isUnchanged()).toBe(true)
})

test('the account stays the one that the page was opened with', () => {
  const stored: Record<string, string> = { current_sub: 'user-1' }
  const { session } = borrow(stored)
  stored.current_sub = 'user-2'
  expect(session.storage.get('current_sub')).toBe('user-1')
})

test('nothing else of the account is read, and a session is never refreshed', async () => {
  const { session } = borrow({ 'awan.theme': 'dark', device_id: 'd' })
  expect(session.storage.get('awan.theme')).toBeUndefined()
  expect(session.storage.get('device_id')).toBe('d')
  const refresh = session.join({} as never)
  await expect(refresh({} as never)).rejects.toMatchObject({ error: 'unauthenticated' })
})

test('the session of a guest is not borrowed, nor one that the server refused', () => {
  const guest = 'credentials_awan-web@AMS=4f0c'
  const { session } = borrow({
    [guest]: credentials('AMS=4f0c', '2027-01-01T00:00:00Z'),
    [KEY]: credentials('user-1', '2027-01-01T00:00:00Z'),
  })
  expect(session.storage.get(guest)).toBeUndefined()
  expect(session.storage.get(KEY)).toContain('user-1')
  session.forget()
  expect(session.storage.get(KEY)).toBeUndefined()
})

test('a browser that refuses storage has nobody signed in', () => {
  const session = borrowSession(
    () => {
      throw new Error('refused')
    },
    () => NOW,
  )
  expect(session.storage.get(KEY)).toBeUndefined()
})
