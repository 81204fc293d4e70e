import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestHttp, testRoutes } from './testing.ts'

let app: ReturnType<typeof createTestHttp>

beforeEach(() => {
  app = createTestHttp()
})

afterEach(async () => {
  await app.close()
})

test('the API document shows every route with its requirements, body, answer and errors', async () => {
  const document = (await app.inject('/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  const shown = Object.values(document.paths).flatMap((methods) => Object.keys(methods as object))
  expect(shown).toHaveLength(testRoutes.length)
  expect(document.paths['/v1/test/things/{id}'].get).toMatchObject({
    security: [{ bearer: [] }],
    description: 'Needs a signed-in person and the scope things.',
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 8 } },
      { name: 'limit', in: 'query', required: false },
    ],
    responses: { 401: { description: 'unauthenticated (16)' } },
  })
  expect(
    document.paths['/v1/test/greet'].post.requestBody.content['application/json'].schema.required,
  ).toEqual(['name'])
})

test('operation ids are unique', async () => {
  const document = (await app.inject('/openapi.json')).json()
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods as Record<string, { operationId: string }>).map(
      (each) => each.operationId,
    ),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('the API page works without scripts and names every call', async () => {
  const page = await app.inject('/docs/api')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).not.toContain('<script')
  expect(page.body).not.toContain('style=')
  for (const { endpoint } of testRoutes) expect(page.body).toContain(endpoint.path)
  expect((await app.inject('/docs/api.css')).headers['content-type']).toContain('text/css')
})
