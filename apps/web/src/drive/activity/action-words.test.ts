import { expect, test } from 'vitest'
import { actionWords, actorWords } from './action-words.ts'

const t = ((key: string) => key) as Parameters<typeof actorWords>[2]

function whoDid(data: Record<string, unknown>, isOwnDrive: boolean) {
  const action = { id: 'e', type: 'drive.create', time: '2026-11-18T12:00:00Z', data }
  return actorWords(action, { sub: 'ana', isOwnDrive }, t)
}

test('an action in another drive names who did it, oneself as “You”, and in the own drive only others', () => {
  expect(whoDid({ actor_sub: 'ben', actor_name: 'Ben Adi' }, false)).toBe('Ben Adi')
  expect(whoDid({ actor_sub: 'ana', actor_name: 'Ana' }, false)).toBe('driveActivity.you')
  expect(whoDid({ actor_sub: 'ana', actor_name: 'Ana' }, true)).toBeUndefined()
  expect(whoDid({ actor_sub: 'ben', actor_name: 'Ben Adi' }, true)).toBe('Ben Adi')
})

test('a visitor of a link has the name that they gave, and whoever may not be known has none', () => {
  expect(whoDid({ actor_sub: 'link:g:1:v', actor_name: 'Wayan' }, true)).toBe('Wayan')
  expect(whoDid({ actor_sub: 'link:g:1:v' }, true)).toBe('driveActivity.visitor')
  expect(whoDid({ actor_sub: 'ben' }, false)).toBeUndefined()
})

test('a change of the details says which tags and whether the description', () => {
  const words = (data: Record<string, unknown>) =>
    actionWords({ id: 'e', type: 'drive.update', time: '2026-11-18T12:00:00Z', data }, t).text
  expect(words({ name: 'a', tagged: ['sea'], untagged: [] })).toBe('driveActivity.tagged')
  expect(words({ tagged: ['sea'], untagged: ['sun'], described: true })).toBe(
    'driveActivity.tagged · driveActivity.untagged · driveActivity.described',
  )
  expect(words({ name: 'a' })).toBe('driveActivity.update')
})
