import { beforeAll, expect, expectTypeOf, test } from 'vitest'
import { type Locale, locales } from '../locales.ts'
import { catalogue, type ErrorCode, SUCCESS_CODE } from './catalogue.ts'
import { loadAllMessages, loadMessages } from './load-messages.ts'
import type { LocalePackage } from './locale-package.ts'

let packages: Readonly<Record<Locale, LocalePackage>>

beforeAll(async () => {
  packages = await loadAllMessages()
})

const codes = [SUCCESS_CODE, ...Object.values(catalogue).map((entry) => entry.code)]

test.each(locales)(
  '[LOC-6] [LOC-5] %s has a text for every code of the catalogue and for no other',
  (locale) => {
    const { error, locale: name } = packages[locale]
    expect(name).toBe(locale)
    expect(Object.keys(error).map(Number).sort()).toEqual([...codes].sort())
  },
)

test.each(locales)(
  'texts in %s are at most 80 characters, trimmed and without exclamation marks',
  (locale) => {
    const { error, network, tooFrequent, locked, otherProgram } = packages[locale]
    for (const text of [...Object.values(error), network, tooFrequent, locked, otherProgram]) {
      expect(text).toMatch(/^\S.*\S$/)
      expect(text).not.toMatch(/[!！。]|\.$/)
      expect(text.length).toBeLessThanOrEqual(80)
    }
  },
)

test.each(locales)('%s has the same text for an unknown account and a wrong password', (locale) => {
  const { error } = packages[locale]
  expect(error[4023]).toBe(error[4022])
})

test.each(locales)('the default prefix in %s ends with a separator', (locale) => {
  expect(packages[locale].defaultPrefix).toMatch(/\S(: |：)$/)
})

test('each language is written in its own script', () => {
  const scripts: Record<Locale, RegExp> = {
    en: /^[\p{Script=Latin}\p{Script=Common}]+$/u,
    id: /^[\p{Script=Latin}\p{Script=Common}]+$/u,
    ms: /^[\p{Script=Latin}\p{Script=Common}]+$/u,
    ko: /\p{Script=Hangul}/u,
    'zh-hans': /\p{Script=Han}/u,
    'zh-hant': /\p{Script=Han}/u,
  }
  for (const locale of locales) {
    for (const text of Object.values(packages[locale].error)) expect(text).toMatch(scripts[locale])
  }
})

test.each([
  ['zh-hans', /[帳號證碼請無錯誤權過凍結鎖試輸驗終範圍網連頻]/],
  ['zh-hant', /[账号证码请无错误权过冻结锁试输验终范围网连频]/],
] as const)('%s uses no character of the other Chinese script', (locale, foreign) => {
  const { error, ...texts } = packages[locale]
  for (const text of [...Object.values(error), ...Object.values(texts)]) {
    expect(text).not.toMatch(foreign)
  }
})

test('one language is loaded by its locale', async () => {
  expect(await loadMessages('ko')).toBe(packages.ko)
})

test('a language without one of the texts does not compile', () => {
  type Texts = LocalePackage['error']
  expectTypeOf<keyof Texts>().toEqualTypeOf<ErrorCode | typeof SUCCESS_CODE>()
  expectTypeOf<Omit<Texts, 4126>>().not.toExtend<Texts>()
  expectTypeOf<Omit<Texts, typeof SUCCESS_CODE>>().not.toExtend<Texts>()
  expectTypeOf<Omit<LocalePackage, 'network'>>().not.toExtend<LocalePackage>()
  // Wide keys would make the lines above hold for nothing.
  expectTypeOf<number>().not.toExtend<ErrorCode>()
})
