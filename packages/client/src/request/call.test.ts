import type { getMe } from '@awan/protocol/account'
import type { downloadFile, getFile, listFiles, putBlocks } from '@awan/protocol/drive'
import { expectTypeOf, test } from 'vitest'
import type { AwanClient } from '../client.ts'

/** Never run: the compiler checks it. */
async function callsThatCompile({ request, open }: AwanClient) {
  const me = await request<typeof getMe>('GET', '/v1/user/me', { auth: true })
  expectTypeOf(me.sub).toEqualTypeOf<string>()
  await request<typeof listFiles>('GET', '/drive/v1/files')
  await request<typeof putBlocks>('PUT', '/drive/v1/uploads/{id}/blocks/{first}', {
    params: { id: 'u', first: 0 },
    body: new Uint8Array(1),
  })
  const content = await open<typeof downloadFile>('GET', '/drive/v1/files/{id}/content', {
    params: { id: 'f' },
  })
  expectTypeOf(content).toEqualTypeOf<Response>()

  // @ts-expect-error another method
  await request<typeof getMe>('POST', '/v1/user/me')
  // @ts-expect-error another path
  await request<typeof getMe>('GET', '/v1/user/you')
  // @ts-expect-error the params are missing
  await request<typeof getFile>('GET', '/drive/v1/files/{id}')
  // @ts-expect-error a GET without a body
  await request<typeof getMe>('GET', '/v1/user/me', { body: {} })
  await request<typeof putBlocks>('PUT', '/drive/v1/uploads/{id}/blocks/{first}', {
    params: { id: 'u', first: 0 },
    // @ts-expect-error bytes, not JSON
    body: { text: 'x' },
  })
  // @ts-expect-error an answer in JSON is not opened
  await open<typeof getFile>('GET', '/drive/v1/files/{id}', { params: { id: 'f' } })
}

test('method, path, params and body of a call are checked against its endpoint', () => {
  expectTypeOf(callsThatCompile).returns.resolves.toBeVoid()
})
