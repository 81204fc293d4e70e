import { expect, test } from 'vitest'
import { settings } from './env.ts'
import type { Setting } from './setting.ts'
import { toSettingFacts } from './setting-facts.ts'

const factOf = (env: Record<string, string>, name: string) =>
  toSettingFacts(env).find((fact) => fact.name === name)

test('the facts list every setting with its default', () => {
  const names = Object.values<Setting>(settings).map(({ name }) => name)
  expect(toSettingFacts({}).map(({ name }) => name)).toEqual(names)
  expect(factOf({}, 'PORT')).toMatchObject({ isSet: false, value: undefined, fallback: '8080' })
})

test('a value is shown as it was written, and an empty one counts as not set', () => {
  expect(factOf({ AWAN_UPLOAD_TTL: ' 9d ' }, 'AWAN_UPLOAD_TTL')).toMatchObject({
    isSet: true,
    value: '9d',
  })
  expect(factOf({ AWAN_UPLOAD_TTL: '  ' }, 'AWAN_UPLOAD_TTL')).toMatchObject({ isSet: false })
})

test('the value of a secret setting is never shown, only whether it is set', () => {
  const secrets = Object.values<Setting>(settings).filter(({ isSecret }) => isSecret)
  expect(secrets.length).toBeGreaterThan(5)
  const env = Object.fromEntries(secrets.map(({ name }) => [name, 'pass-w0rd']))
  const facts = toSettingFacts(env)
  expect(facts.filter(({ isSet }) => isSet)).toHaveLength(secrets.length)
  expect(JSON.stringify(facts)).not.toContain('pass-w0rd')
})
