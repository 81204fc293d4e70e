import { randomUUID } from 'node:crypto'
import { type AwanClient, createAwanClient } from '@awan/client'
import { createDriveClient, type DriveClient } from '@awan/client/drive'
import { createNodeRuntime } from '@awan/client/node'

export const PASSWORD = 'correct horse battery staple'

/** Somebody with a client of their own. */
export interface Person {
  email: string
  client: AwanClient
  drive: DriveClient
}

export function createPerson(url: string, email = `${randomUUID()}@example.org`): Person {
  const client = createAwanClient({
    clientId: 'awan-cli',
    origins: [url],
    runtime: createNodeRuntime(),
    locale: 'en',
  })
  return { email, client, drive: createDriveClient(client) }
}

/** Signs up with an e-mail address and its code, which the outbox holds unless a real mail server does. */
export async function signUp(
  url: string,
  person: Person,
  codeOf: (email: string) => Promise<string> = (email) => readCode(url, email),
): Promise<void> {
  const { email, client } = person
  const { verification_id } = await client.verification.send({
    email,
    target: 'NOT_USER',
    usage: 'REGISTER',
  })
  const { verification_token } = await client.verification.verify({
    verification_id,
    verification_code: await codeOf(email),
  })
  await client.signUp.withContact({ email, verification_token, password: PASSWORD, name: 'Ana' })
}

export async function createSignedUpPerson(url: string): Promise<Person> {
  const person = createPerson(url)
  await signUp(url, person)
  return person
}

export async function readCode(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/dev/outbox`)
  const messages = (await answer.json()) as { to: string; code?: string }[]
  const code = messages.find(({ to, code }) => to === email && code !== undefined)?.code
  if (code === undefined) throw new Error(`the outbox holds no code for ${email}`)
  return code
}
