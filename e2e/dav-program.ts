import { createAccountCentre } from '@awan/client/account-centre'
import type { AwanServer } from './awan-server.ts'
import { openClient } from './open-drive.ts'
import { expect, type Person } from './story.ts'

export const LOCK =
  '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype><owner>Ana</owner></lockinfo>'

/** An app password of somebody, as the page of the account makes one. */
export async function makeAppPassword(server: AwanServer, person: Person) {
  const client = await openClient(server, person)
  const { sudo_token } = await client.user.sudo({ password: person.password })
  return createAccountCentre(client).appPasswords.create({ name: 'Laptop', sudo_token })
}

/** A program that opens the files of somebody by WebDAV. */
export async function openProgram(server: AwanServer, person: Person) {
  const made = await makeAppPassword(server, person)
  const login = Buffer.from(`${made.login_name}:${made.password}`).toString('base64')
  return async (method: string, path: string, more: { body?: string; token?: string } = {}) => {
    const answer = await fetch(`${server.url}/dav/${path}`, {
      method,
      headers: {
        authorization: `Basic ${login}`,
        ...(more.token !== undefined && { 'lock-token': more.token }),
      },
      ...(more.body !== undefined && { body: more.body }),
    })
    expect(answer.ok, `${method} ${path}: ${await answer.text()}`).toBe(true)
    return answer
  }
}
