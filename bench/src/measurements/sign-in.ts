import { hash, verify } from '@node-rs/argon2'
import { signUpSomeone } from '../account.ts'
import { applyLoad, type LoadRequest } from '../load.ts'
import { type Measurement, median } from '../measurement.ts'

const CONNECTIONS = 8
const SECONDS = 4

export const signInRate: Measurement = {
  name: 'sign-in',
  summary: 'password sign-ins per second, compared with the bare argon2id check',
  async run(targets, repeat) {
    // Each connection is a person on a device of their own: one account or one device that signs in
    // several times at once is asked for a captcha.
    const people: Person[][] = []
    for (const { url } of targets) people.push(await signUpSeveral(url, CONNECTIONS))
    const floors: number[] = []
    const rates = targets.map(() => [] as number[])
    for (let round = 0; round < repeat; round++) {
      floors.push(await bareChecksPerSecond())
      for (const [index, target] of targets.entries()) {
        const result = await applyLoad({
          url: target.url,
          request: (connection) => toSignIn(people[index]?.[connection], connection),
          connections: CONNECTIONS,
          seconds: SECONDS,
        })
        rates[index]?.push(result.perSecond)
      }
    }
    return targets.map((target, index) => ({
      what: 'POST /v1/auth/signin',
      target: target.name,
      value: median(rates[index] ?? []),
      unit: '/s',
      floor: { what: 'bare argon2id', value: median(floors) },
      better: 'more',
    }))
  },
}

type Person = Awaited<ReturnType<typeof signUpSomeone>>

async function signUpSeveral(url: string, count: number): Promise<Person[]> {
  const people: Person[] = []
  for (let i = 0; i < count; i++) people.push(await signUpSomeone(url))
  return people
}

function toSignIn(person: Person | undefined, connection: number): LoadRequest {
  return {
    method: 'POST',
    path: '/v1/auth/signin',
    headers: {
      'content-type': 'application/json',
      'x-client-id': 'awan-cli',
      'x-device-id': connection.toString(16).padStart(32, '0'),
    },
    body: JSON.stringify({ email: person?.email, password: person?.password }),
  }
}

/** The same parameters and the same number at once as the server has under this load. */
export async function bareChecksPerSecond(): Promise<number> {
  const password = 'a long enough passphrase 77'
  const stored = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  let checks = 0
  const begun = performance.now()
  const end = begun + SECONDS * 1000
  const work = async () => {
    while (performance.now() < end) {
      await verify(stored, password)
      checks++
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return (checks / (performance.now() - begun)) * 1000
}
