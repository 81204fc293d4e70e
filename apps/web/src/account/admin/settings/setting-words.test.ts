import { expect, test } from 'vitest'
import { loadTexts } from '../../../i18n/areas.ts'
import { meaningOf, unsetWordsOf } from './setting-words.ts'

const pages = import.meta.glob<string>('../../../../../../docs/operate/settings.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** As the page tells them that is made from the server's own table. */
const settings = [
  ...Object.values(pages)
    .join()
    .matchAll(/^\| `(\w+)` \| (.*?) \| (.*) \|$/gm),
].map(([, name = '', unset = '', meaning = '']) => ({
  name,
  unset,
  meaning: meaning.replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
}))

test('every server setting has the same description here as in the documentation', async () => {
  expect(settings.length).toBeGreaterThan(50)
  const texts = await loadTexts('en', 'settings')
  for (const { name, meaning } of settings) {
    const { key, provider } = meaningOf(name)
    expect([name, texts[key]?.replace('{provider}', provider)]).toEqual([name, meaning])
  }
})

test('every default that the documentation describes in words has a text here', () => {
  const inWords = settings.filter(
    ({ name, unset }) => unset.includes(' ') && !name.startsWith('AWAN_PROVIDER_'),
  )
  expect(inWords.length).toBeGreaterThan(0)
  for (const { name } of inWords) expect(unsetWordsOf(name)).toBe(`setting.unset.${name}`)
})
