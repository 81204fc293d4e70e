import { type Locale, locales } from '@awan/protocol'
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { type Area, areas, loadTexts } from './areas.ts'
import { localeNames } from './locale.ts'

test.each(locales.flatMap((locale) => areas.map((area) => [locale, area] as const)))(
  'every text in %s of the area %s is well formed and has the placeholders of the English one',
  async (locale, area) => {
    const english = await loadTexts('en', area)
    const texts = await loadTexts(locale, area)
    expect(Object.keys(texts)).toEqual(Object.keys(english))
    for (const [key, text] of Object.entries(texts)) {
      expect([key, valueNames(text)]).toEqual([key, valueNames(english[key] ?? '')])
    }
  },
)

test('[LOC-1] the interface is offered in English, Indonesian, Korean, Malay, Simplified and Traditional Chinese', async () => {
  expect(localeNames).toEqual({
    en: 'English',
    id: 'Bahasa Indonesia',
    ko: '한국어',
    ms: 'Bahasa Melayu',
    'zh-hans': '简体中文',
    'zh-hant': '繁體中文',
  })
  const english = await textsOf('en')
  for (const locale of locales.filter((each) => each !== 'en')) {
    const texts = await textsOf(locale)
    const own = texts.filter((text, index) => text !== english[index])
    // Names of products and formats are the same everywhere; nearly everything else is translated.
    expect([locale, own.length / texts.length > 0.9]).toEqual([locale, true])
    expect([locale, texts.filter((text) => text.trim() === '')]).toEqual([locale, []])
  }
})

async function textsOf(locale: Locale): Promise<string[]> {
  const tables = await Promise.all(areas.map((area) => loadTexts(locale, area)))
  return tables.flatMap((texts) => Object.values(texts))
}

test('no two areas have a text with the same key', async () => {
  const owners = new Map<string, Area>()
  for (const area of areas) {
    for (const key of Object.keys(await loadTexts('en', area))) {
      expect([key, owners.get(key) ?? area]).toEqual([key, area])
      owners.set(key, area)
    }
  }
})

function valueNames(text: string): string[] {
  const names = new Set<string>()
  collect(compileMessage(text), names)
  return [...names].sort()
}

function collect(message: CompiledMessage, names: Set<string>): void {
  for (const token of message) {
    if (typeof token === 'string') continue
    names.add(token[0])
    if (typeof token[2] !== 'object' || token[2] === null) continue
    for (const branch of Object.values(token[2])) {
      if (Array.isArray(branch)) collect(branch as CompiledMessage, names)
    }
  }
}
