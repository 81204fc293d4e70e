import { expect, test } from 'vitest'
import { openLanguage } from '../../i18n/language.ts'
import { downloadWords, effectWords, endWords, granteeName } from './share-words.ts'

const now = new Date('2026-11-18T12:00:00Z')
const past = '2026-11-17T12:00:00Z'
const future = '2026-12-01T12:00:00Z'

async function openWords() {
  const language = await openLanguage()
  await language.need('drive-shared')
  return language.current()
}

test('a grantee is named by name, group, address, or as anyone with the link', async () => {
  const { t } = await openWords()
  expect(granteeName({ kind: 'person', sub: 's', name: 'Ben' }, t)).toBe('Ben')
  expect(granteeName({ kind: 'group', id: 'g', name: 'Choir' }, t)).toBe('Choir')
  expect(granteeName({ kind: 'email', email: 'a@example.org' }, t)).toBe('a@example.org')
  expect(granteeName({ kind: 'link' }, t)).toBe('Anyone with the link')
})

test('the end of a share is announced before it and reported after it', async () => {
  const words = await openWords()
  expect(endWords(undefined, now, words)).toBeUndefined()
  expect(endWords(future, now, words)).toMatch(/^Until .*2026/)
  expect(endWords(past, now, words)).toMatch(/^Ended .*2026$/)
  expect(endWords('2026-11-18T12:30:00Z', now, words)).toMatch(/^Until .*2026, .*30/)
})

test('a grant that gives less than its role says so, but not a second time when it has expired', async () => {
  const { t } = await openWords()
  expect(effectWords({ effect: 'full' }, now, t)).toBeUndefined()
  expect(effectWords({ effect: 'limited' }, now, t)).toBe('Gives less than its role')
  expect(effectWords({ effect: 'none' }, now, t)).toBe('Gives no access now')
  expect(effectWords({ effect: 'none', expires_time: future }, now, t)).toBe('Gives no access now')
  expect(effectWords({ effect: 'none', expires_time: past }, now, t)).toBeUndefined()
})

test('downloads are counted, with their limit where there is one', async () => {
  const { t } = await openWords()
  expect(downloadWords({ downloads: 1 }, t)).toBe('1 download')
  expect(downloadWords({ downloads: 3, download_limit: 20 }, t)).toBe('3 of 20 downloads')
})
