import { expect, test } from 'vitest'
import { z } from 'zod'
import * as account from './account/index.ts'
import type { Endpoint } from './endpoint.ts'
import { isAnonymousSub } from './sub.ts'

test('[ENT-3] [ACC-40] a user is anonymous if the sub starts with AMS=, and registered otherwise', () => {
  expect(isAnonymousSub('AMS=4f0c')).toBe(true)
  for (const sub of ['4f0c', 'ams=4f0c', ' AMS=4f0c', 'AMS', '']) {
    expect(isAnonymousSub(sub)).toBe(false)
  }
})

test('[ACC-41] no account call takes or gives a role: a user is anonymous or registered, and nothing else', () => {
  const named = new Set<string>()
  let endpoints = 0
  for (const endpoint of Object.values<unknown>(account).filter(isEndpoint)) {
    endpoints += 1
    for (const part of ['query', 'params', 'body', 'answer'] as const) {
      const schema = endpoint[part]
      if (!(schema instanceof z.ZodType)) continue
      JSON.stringify(
        z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
        (key, value) => {
          if (key === 'properties') for (const name of Object.keys(value)) named.add(name)
          return value
        },
      )
    }
  }
  expect(endpoints).toBeGreaterThan(50)
  expect(named).toContain('sub')
  expect([...named].filter((name) => /(^|_)roles?($|_)/.test(name))).toEqual([])
})

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
