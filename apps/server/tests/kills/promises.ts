import { randomBytes, randomUUID } from 'node:crypto'
import { isNobody } from '../testing/drive-calls.ts'
import { PASSWORD } from '../testing/person.ts'
import type { Raw, RawAnswer, RawCall } from '../testing/raw-calls.ts'

/** What the server has answered with yes, and has to hold to whenever it is killed. */
export interface Promises {
  /** Each sign-in, of which its owner is told by mail and a webhook by a call. */
  signIns: { email: string; device: string }[]
  /** Verification tokens that a sign-up has used. */
  used: { email: string; token: string }[]
  /** Exports, of which their owner is told by mail. */
  exports: { id: string; email: string; token: string; isSeen: boolean }[]
  folders: { name: string; token: string }[]
  rotations: number
}

/** Somebody who lives until the next kill. */
export interface Person {
  email: string
  token: string
  /** The latest that an answer has brought. */
  refreshToken: string
}

export interface World {
  raw: Raw
  /** The code in the latest mail to this address. */
  readCode(email: string): string
  promises: Promises
}

type Call = `${string} /${string}`

/**
 * People who do everything at once until the server is killed and nobody answers any more. A refusal is
 * thrown, and so is the silence of a server that nobody has killed.
 */
export async function beBusy(world: World, person: Person, isKilled: () => boolean): Promise<void> {
  const { raw, promises } = world
  const { email, token } = person
  const call = async (name: Call, sent: RawCall) => accept(name, await raw(name, sent))
  const lanes = [
    async () => {
      const device = `Phone ${randomUUID()}`
      await call('POST /v1/auth/signin', {
        body: { email, password: PASSWORD },
        headers: { 'x-device-name': device },
        deviceId: someDevice(),
      })
      promises.signIns.push({ email, device })
    },
    async () => {
      const { refreshToken: refresh_token } = person
      const body = { grant_type: 'refresh_token', refresh_token, client_id: 'awan-cli' }
      person.refreshToken = (await call('POST /v1/auth/token', { body })).refresh_token
      promises.rotations++
    },
    async () => {
      const name = randomUUID()
      await call('POST /drive/v1/files', { token, body: { kind: 'folder', name } })
      promises.folders.push({ name, token })
    },
    async () => {
      const { email, token } = await signUp(world)
      const sudo = await call('POST /v1/user/sudo', { token, body: { password: PASSWORD } })
      const headers = { 'x-sudo-token': sudo.sudo_token }
      const { task_id } = await call('POST /v1/user/export', { token, headers, body: {} })
      promises.exports.push({ id: task_id, email, token, isSeen: false })
    },
  ]
  await Promise.all(lanes.map((act) => untilNobodyAnswers(act, isKilled)))
}

export async function signUp({ raw, readCode, promises }: World): Promise<Person> {
  const email = `${randomUUID()}@example.org`
  const call = async (name: Call, body: object, deviceId?: string) =>
    accept(name, await raw(name, { body, ...(deviceId && { deviceId }) }))
  const asked = { email, usage: 'REGISTER' }
  const { verification_id } = await call('POST /v1/auth/verification', asked, someDevice())
  const proof = { verification_id, verification_code: readCode(email) }
  const { verification_token } = await call('POST /v1/auth/verification/verify', proof)
  const wanted = { email, verification_token, password: PASSWORD }
  const { access_token, refresh_token } = await call('POST /v1/auth/signup', wanted)
  promises.used.push({ email, token: verification_token })
  return { email, token: access_token, refreshToken: refresh_token }
}

/** The body of a yes; whatever else is said is no outage but a fault. */
export function accept(name: string, { status, body }: RawAnswer) {
  if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
  return body
}

async function untilNobodyAnswers(
  act: () => Promise<void>,
  isKilled: () => boolean,
): Promise<void> {
  for (;;) {
    try {
      await act()
    } catch (error) {
      if (isNobody(error) && isKilled()) return
      throw error
    }
  }
}

const someDevice = () => randomBytes(16).toString('hex')
