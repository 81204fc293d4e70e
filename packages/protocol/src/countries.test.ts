import { expect, onTestFinished, test, vi } from 'vitest'
import { countries, countryName, findCountry } from './countries.ts'
import { type Locale, locales } from './locales.ts'

test('[ENT-21] an entry has its three codes, two names and the calling code', () => {
  expect(findCountry('ID')).toEqual({
    alpha2: 'ID',
    alpha3: 'IDN',
    numeric: '360',
    englishName: 'Indonesia',
    chineseName: '印度尼西亚',
    callingCode: '62',
  })
})

test.each([
  ['AF', 'AFG', '004', '93'],
  ['CN', 'CHN', '156', '86'],
  ['GB', 'GBR', '826', '44'],
  ['HK', 'HKG', '344', '852'],
  ['JM', 'JAM', '388', '1'],
  ['KR', 'KOR', '410', '82'],
  ['KZ', 'KAZ', '398', '7'],
  ['MO', 'MAC', '446', '853'],
  ['MY', 'MYS', '458', '60'],
  ['SG', 'SGP', '702', '65'],
  ['SS', 'SSD', '728', '211'],
  ['TW', 'TWN', '158', '886'],
  ['US', 'USA', '840', '1'],
  ['VA', 'VAT', '336', '39'],
  ['ZW', 'ZWE', '716', '263'],
])('[ENT-21] %s is %s, %s, +%s', (alpha2, alpha3, numeric, callingCode) => {
  expect(findCountry(alpha2)).toMatchObject({ alpha2, alpha3, numeric, callingCode })
})

test('[ENT-22] there are 240 to 250 entries, sorted, and each code is well formed and used once', () => {
  const all = countries()
  expect(all.length).toBeGreaterThanOrEqual(240)
  expect(all.length).toBeLessThanOrEqual(250)
  for (const country of all) {
    expect(country.alpha2).toMatch(/^[A-Z]{2}$/)
    expect(country.alpha3).toMatch(/^[A-Z]{3}$/)
    expect(country.numeric).toMatch(/^(\d{3})?$/)
    // ITU-T E.164: one to three digits, of which the first is not 0.
    expect(country.callingCode).toMatch(/^([1-9]\d{0,2})?$/)
  }
  const alpha2 = all.map((country) => country.alpha2)
  expect(alpha2).toEqual([...new Set(alpha2)].sort())
  expect(new Set(all.map(({ alpha3 }) => alpha3)).size).toBe(all.length)
  const numbers = all.map(({ numeric }) => numeric).filter((numeric) => numeric !== '')
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('[ENT-22] only territories without their own telephone numbers have no calling code', () => {
  const without = countries().filter(({ callingCode }) => callingCode === '')
  expect(without.map(({ alpha2 }) => alpha2)).toEqual(['AQ', 'BV', 'GS', 'HM', 'PN', 'TF', 'UM'])
  expect(countries().filter(({ numeric }) => numeric === '')).toMatchObject([
    { alpha2: 'XK', englishName: 'Kosovo', callingCode: '383' },
  ])
})

test('[ENT-22] some entries have an empty name and an empty calling code', async () => {
  const { of } = Intl.DisplayNames.prototype
  const names = vi.spyOn(Intl.DisplayNames.prototype, 'of')
  onTestFinished(() => names.mockRestore())
  // As on a platform without a name for this territory: its entry stays.
  names.mockImplementation(function (this: Intl.DisplayNames, code) {
    return code === 'AQ' ? undefined : of.call(this, code)
  })
  vi.resetModules()
  const fresh = await import('./countries.ts')
  expect(fresh.findCountry('AQ')).toEqual({
    alpha2: 'AQ',
    alpha3: 'ATA',
    numeric: '010',
    englishName: '',
    chineseName: '',
    callingCode: '',
  })
  expect(fresh.countries().length).toBe(countries().length)
})

test('calling codes are shared only inside one numbering plan', () => {
  const shared = Map.groupBy(countries(), ({ callingCode }) => callingCode)
  const plans = [...shared]
    .filter(([code, members]) => code !== '' && members.length > 1)
    .map(([code, members]) => `${code}: ${members.map(({ alpha2 }) => alpha2).join(' ')}`)
  expect(plans.sort()).toEqual([
    '1: AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT US VC VG VI',
    '212: EH MA',
    '262: RE YT',
    '358: AX FI',
    '39: IT VA',
    '44: GB GG IM JE',
    '47: NO SJ',
    '590: BL GP MF',
    '599: BQ CW',
    '61: AU CC CX',
    '7: KZ RU',
  ])
})

test('[ENT-23] a country is found by its two-letter code, in upper or lower case', () => {
  expect(findCountry('kr')).toBe(findCountry('KR'))
  expect(findCountry('KR')?.alpha3).toBe('KOR')
})

test.each([
  [''],
  ['K'],
  ['KOR'],
  ['410'],
  ['ZZ'],
  ['__proto__'],
  ['constructor'],
  [undefined],
  [null],
  [7],
  [['KR']],
  [{}],
])('[ENT-23] %j is no country', (nonsense) => {
  expect(findCountry(nonsense as string)).toBeUndefined()
  expect(countryName(nonsense as string, 'en')).toBe('')
})

test('a country has a name in each of the six languages', () => {
  expect(locales.map((locale) => countryName('kr', locale))).toEqual([
    'South Korea',
    'Korea Selatan',
    '대한민국',
    'Korea Selatan',
    '韩国',
    '南韓',
  ])
  for (const { alpha2 } of countries()) {
    for (const locale of locales) expect(countryName(alpha2, locale)).not.toBe('')
  }
})

test('an unknown language gives the Simplified Chinese name', () => {
  for (const nonsense of ['fr', 'not a tag!', '', undefined]) {
    expect(countryName('KR', nonsense as Locale)).toBe('韩国')
  }
})
