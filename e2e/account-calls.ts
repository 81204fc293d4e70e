import { createHmac } from 'node:crypto'
import type { AwanServer } from './awan-server.ts'
import { newPerson, type Person } from './story.ts'

const CLIENT_ID = 'awan-web'

/** All that the stories read of any answer. */
export interface Answer {
  sub: string
  access_token: string
  sudo_token: string
  verification_id: string
  verification_token: string
  uri: string
  setup_token: string
  recovery_codes: string[]
  users: { sub: string }[]
}

/** What somebody can do from a program: prepare an account for a story about signing in to it. */
export interface Prepared {
  sub: string
  call(method: string, path: string, body?: object): Promise<Answer>
}

/** Signed in, and with a sudo token for every call. */
export async function prepare(server: AwanServer, person: Contact & Secret): Promise<Prepared> {
  const { password, email, phone_number } = person
  const contact = phone_number === undefined ? { email } : { phone_number }
  const signedIn = await callServer(server, 'POST', '/v1/auth/signin', {
    ...contact,
    password,
    client_id: CLIENT_ID,
  })
  const authorization = `Bearer ${signedIn.access_token}`
  const sudo = { password }
  const { sudo_token } = await callServer(server, 'POST', '/v1/user/sudo', sudo, { authorization })
  return {
    sub: signedIn.sub,
    call: (method, path, body) =>
      callServer(server, method, path, body, { authorization, 'x-sudo-token': sudo_token }),
  }
}

interface Secret {
  password: string
}
type Contact = { email: string; phone_number?: never } | { phone_number: string; email?: never }

export type PhonePerson = { phone_number: string } & Omit<Person, 'email'>

/** Somebody whose account is known by a phone number. */
export async function createPhonePerson(
  server: AwanServer,
  phone_number: string,
): Promise<PhonePerson> {
  const { name, password } = newPerson()
  const verification_token = await prove(server, phone_number, 'REGISTER')
  // One code a minute goes to a phone; the story wants the next one.
  await server.advance(61_000)
  await callServer(server, 'POST', '/v1/auth/signup', {
    phone_number,
    name,
    password,
    verification_token,
    client_id: CLIENT_ID,
  })
  return { phone_number, name, password }
}

/** A verification token for a phone number. */
export async function prove(
  server: AwanServer,
  phone_number: string,
  usage: string,
): Promise<string> {
  const { verification_id } = await callServer(server, 'POST', '/v1/auth/verification', {
    phone_number,
    target: 'ANY',
    usage,
    client_id: CLIENT_ID,
  })
  const { verification_token } = await callServer(server, 'POST', '/v1/auth/verification/verify', {
    verification_id,
    verification_code: await server.codeFor(phone_number.replace(/\s/g, '')),
    client_id: CLIENT_ID,
  })
  return verification_token
}

/** An app of somebody else, let in by this person, who is the administrator too. */
export async function letAppIn(server: AwanServer, person: Person): Promise<void> {
  const owner = await prepare(server, person)
  const redirect_uri = 'https://prints.example.org/back'
  const answer = await owner.call('POST', '/v1/admin/apps', {
    name: 'Sun Prints',
    description: 'Prints your pictures on paper',
    redirect_uris: [redirect_uri],
    scope: 'openid profile drive offline',
  })
  const { app } = answer as unknown as { app: { id: string } }
  await owner.call('POST', '/v1/user/authorize', {
    client_id: app.id,
    redirect_uri,
    scope: 'openid profile drive offline',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  })
}

/** What an authenticator app shows at this time. */
export function totpCode(uri: string, nowMs: number): string {
  const secret = fromBase32(new URL(uri).searchParams.get('secret') ?? '')
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000)))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
    .map((value) => value.toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

async function callServer(
  server: AwanServer,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(server.url + path, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}
