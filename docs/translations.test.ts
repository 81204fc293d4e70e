import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Locale, locales } from '@awan/protocol'
import { loadMessages } from '@awan/protocol/errors'
import { beforeAll, expect, test } from 'vitest'
import { describeScope } from '../apps/server/src/account/apps/scope-texts.ts'
import { scopeNames } from '../apps/server/src/account/apps/scopes.ts'
import { mailTexts } from '../apps/server/src/notify/templates/mail-texts.ts'
import { smsCodeTexts } from '../apps/server/src/notify/templates/sms-texts.ts'
import { areas, loadTexts } from '../apps/web/src/i18n/areas.ts'
import { readWordings } from '../apps/web/src/i18n/testing.ts'

/** A row of a table in `translations.md`. */
interface Term {
  term: string
  word: string
  not: string[]
}
/** What a person reads, and where it comes from. Values are replaced by a stand-in. */
type Text = readonly [source: string, text: string]

const headings: Record<Locale, string> = {
  en: 'English',
  id: 'Indonesian',
  ko: 'Korean',
  ms: 'Malay',
  'zh-hans': 'Simplified Chinese',
  'zh-hant': 'Traditional Chinese',
}
const CODE = '042137'
const MINUTES = 17
/** Stands for a value. A Chinese letter, so that the punctuation around it is looked at too. */
const ANY_NAME = '名'

let page: string
const texts = {} as Record<Locale, Text[]>

beforeAll(async () => {
  page = await readFile(join(import.meta.dirname, 'translations.md'), 'utf8')
  for (const locale of locales) texts[locale] = await readTexts(locale)
})

test.each(locales)('the glossary has a word of %s for every term', (locale) => {
  const glossary = readGlossary(locale)
  const terms = glossary.map(({ term }) => term)
  expect(terms).toEqual(expect.arrayContaining(readGlossary('en').map(({ term }) => term)))
  expect(new Set(terms).size).toBe(terms.length)
  expect(glossary.filter(({ word }) => word === '')).toEqual([])
})

test.each(locales)('no text in %s uses a word that the glossary excludes', (locale) => {
  const findExcludedWords = createSearch(readGlossary(locale))
  const faults = texts[locale].flatMap(([source, text]) =>
    findExcludedWords(text).map((fault) => `${source}: ${fault} in “${text}”`),
  )
  expect(faults).toEqual([])
})

test('the search for excluded words respects word boundaries and longer words of the glossary', () => {
  const findExcludedWords = createSearch([
    { term: 'e-mail', word: 'e-mel', not: ['mel'] },
    { term: 'phone', word: 'ponsel', not: ['telepon'] },
    { term: 'phone number', word: 'nomor telepon', not: [] },
    { term: 'you', word: '您', not: ['你'] },
  ])
  expect(findExcludedWords('Melalui e-mel, nomor telepon Anda')).toEqual([])
  expect(findExcludedWords('Telepon dan pelayan mel')).toEqual([
    'mel (use e-mel)',
    'telepon (use ponsel)',
  ])
  expect(findExcludedWords('检查会告诉你')).toEqual(['你 (use 您)'])
})

test('a Korean text is right for every name: it leaves no choice between two particles', () => {
  expect(find('ko', /\((?:으|을|를|이|가|은|는|와|과)\)/)).toEqual([])
})

test('Korean quotes are double', () => {
  expect(find('ko', /[‘’]/)).toEqual([])
})

test.each(['zh-hans', 'zh-hant'] as const)('punctuation in %s is full-width', (locale) => {
  expect(find(locale, /[\p{Script=Han}）」”][,.;:!?()"']|[,;!?("']\p{Script=Han}/u)).toEqual([])
})

test('each Chinese script has its own quotation marks', () => {
  expect(find('zh-hans', /[「」『』]/)).toEqual([])
  expect(find('zh-hant', /[“”‘’]/)).toEqual([])
})

test.each([
  // The standard character sets of the two scripts, by the bytes of their characters.
  ['zh-hans', 'gbk', [0xb0, 0xf7], [[0xa1, 0xfe]]],
  [
    'zh-hant',
    'big5',
    [0xa4, 0xf9],
    [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  ],
] as const)(
  '%s is written with the characters of its own script',
  (locale, encoding, first, second) => {
    const decoder = new TextDecoder(encoding)
    const own = new Set(
      range(first).flatMap((lead) =>
        second.flatMap(range).map((trail) => decoder.decode(Uint8Array.of(lead, trail))),
      ),
    )
    const foreign = texts[locale].flatMap(([source, text]) =>
      (text.match(/\p{Script=Han}/gu) ?? [])
        .filter((letter) => !own.has(letter))
        .map((letter) => `${source}: ${letter} in “${text}”`),
    )
    expect(foreign).toEqual([])
  },
)

test.each(locales)('an ellipsis in %s is one character', (locale) => {
  expect(find(locale, /\.{3}|。{2}/)).toEqual([])
})

test.each(locales)(
  'a message with a code in %s contains the code and how long it is valid',
  (locale) => {
    const { subject, paragraphs } = mailTexts[locale].code(CODE, MINUTES)
    expect(subject).toContain(CODE)
    expect(paragraphs.join()).toContain(String(MINUTES))
    expect(smsCodeTexts[locale](CODE, MINUTES)).toMatch(RegExp(`${CODE}.*${MINUTES}`))
  },
)

function range([from, to]: readonly [number, number]): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

function find(locale: Locale, pattern: RegExp): string[] {
  return texts[locale]
    .filter(([, text]) => pattern.test(text))
    .map(([source, text]) => `${source}: ${text}`)
}

function readGlossary(locale: Locale): Term[] {
  const [, section = ''] = page.split(`\n## ${headings[locale]}\n`)
  const [table = ''] = section.split('\n## ')
  return [...table.matchAll(/^\| (?!Term )(.+?) \| (.+?) \|(.*)\|$/gm)].map(
    ([, term = '', word = '', not = '']) => ({
      term,
      word: word.trim(),
      not: not.split(',').flatMap((each) => each.trim() || []),
    }),
  )
}

/** Finds the words of the column "Not", except inside a longer word of the column "Word". */
function createSearch(glossary: readonly Term[]): (text: string) => string[] {
  const searches = glossary.flatMap(({ word, not }) =>
    not.map((excluded) => {
      const pattern = toPattern(excluded)
      const longer = glossary.filter((each) => each.word.search(pattern) >= 0)
      return { pattern, allowed: longer.map((each) => toPattern(each.word)), word, excluded }
    }),
  )
  return (text) =>
    searches
      .filter(({ pattern, allowed }) => {
        const rest = allowed.reduce((left, each) => left.replace(each, ''), text)
        return rest.search(pattern) >= 0
      })
      .map(({ word, excluded }) => `${excluded} (use ${word})`)
}

/** Latin words are found as a whole, and not in the name of a setting; Chinese and Korean have no boundaries that could be relied on. */
function toPattern(word: string): RegExp {
  const escaped = word.replace(/[()/.]/g, '\\$&')
  return /\p{Script=Latin}/u.test(word)
    ? RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'giu')
    : RegExp(escaped, 'gu')
}

async function readTexts(locale: Locale): Promise<Text[]> {
  return [
    ...(await readScreens(locale)),
    ...(await readErrors(locale)),
    ...readMessages(locale),
    ...describeScope(scopeNames.join(' '), locale).flatMap(({ id, name, description = '' }) => [
      [`scope ${id}`, name] as const,
      [`scope ${id}`, description] as const,
    ]),
  ]
}

async function readScreens(locale: Locale): Promise<Text[]> {
  const tables = await Promise.all(areas.map((area) => loadTexts(locale, area)))
  return tables.flatMap((table) =>
    Object.entries(table).flatMap(([key, text]) =>
      readWordings(text, ANY_NAME).map((wording) => [key, wording] as const),
    ),
  )
}

/** The specification dictates the English texts of the catalogue. */
async function readErrors(locale: Locale): Promise<Text[]> {
  if (locale === 'en') return []
  const { error, network, tooFrequent, locked, otherProgram, defaultPrefix } =
    await loadMessages(locale)
  return [
    ...Object.entries(error).map(([code, text]) => [`error ${code}`, text] as const),
    ['error network', network],
    ['error tooFrequent', tooFrequent],
    ['error locked', locked],
    ['error otherProgram', otherProgram],
    ['error defaultPrefix', defaultPrefix],
  ]
}

function readMessages(locale: Locale): Text[] {
  const { code, visitorCode, labels, roles, unsubscribe, footer, ...mails } = mailTexts[locale]
  const written = [
    ['code', code(CODE, MINUTES)] as const,
    ['visitorCode', visitorCode(CODE, MINUTES)] as const,
    ...Object.entries(mails).map(([kind, write]) => [kind, write()] as const),
  ]
  return [
    ...written.flatMap(([kind, { subject, title, paragraphs, action = '' }]) =>
      [subject, title, ...paragraphs, action].map((text) => [`mail ${kind}`, text] as const),
    ),
    ...Object.values(labels).map((label) => ['mail label', label] as const),
    ...Object.values(roles).map((role) => ['mail role', role] as const),
    ...Object.values(unsubscribe).map((text) => ['mail unsubscribe', text] as const),
    ['mail footer', footer],
    ['sms code', smsCodeTexts[locale](CODE, MINUTES)],
  ]
}
