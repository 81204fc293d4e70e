import { expect } from 'vitest'
import { accept, type Person, type World } from './promises.ts'

/** What the server that was started again must know. */
export async function checkPromises({ raw, promises }: World, person: Person): Promise<void> {
  // The answer to a rotation may have been lost: the token before it is still good for the same device.
  const { refreshToken: refresh_token, token } = person
  const body = { grant_type: 'refresh_token', refresh_token, client_id: 'awan-cli' }
  const rotated = accept('the refresh token', await raw('POST /v1/auth/token', { body }))
  const renewed = await raw('GET /v1/user/me', { token: rotated.access_token })
  expect(renewed.status).toBe(200)

  const { files } = accept('the drive', await raw('GET /drive/v1/files?page_size=1000', { token }))
  const kept = new Set(files.map(({ name }: { name: string }) => name))
  const own = promises.folders.filter((folder) => folder.token === token)
  expect(own.filter(({ name }) => !kept.has(name))).toEqual([])

  for (const { email, token: verification_token } of promises.used.slice(-5)) {
    const again = await raw('POST /v1/auth/signup', { body: { email, verification_token } })
    expect(again.body.error).toBe('expired_verification_code')
  }

  // Each is looked at after one kill only: how often somebody may fetch theirs is limited.
  for (const made of promises.exports.filter(({ isSeen }) => !isSeen)) {
    const { id, token } = made
    const { phase } = accept('an export', await raw(`GET /v1/user/export/${id}`, { token }))
    expect(phase).toBe('COMPLETE')
    const archive = await raw(`GET /v1/user/export/${id}/content`, { token })
    expect(archive.status).toBe(200)
    expect(archive.body.slice(0, 2)).toBe('PK')
    made.isSeen = true
  }
}
