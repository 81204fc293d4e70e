import { hash, verify } from '@node-rs/argon2'
import { signUpSomeone } from '../account.ts'
import { applyLoad } from '../load.ts'
import { type Measurement, median } from '../measurement.ts'

const CONNECTIONS = 8
const SECONDS = 4

export const signInRate: Measurement = {
  name: 'sign-in',
  summary: 'password sign-ins per second, beside the bare argon2id check',
  async run(targets, repeat) {
    const people = await Promise.all(targets.map(({ url }) => signUpSomeone(url)))
    const floors: number[] = []
    const rates = targets.map(() => [] as number[])
    for (let round = 0; round < repeat; round++) {
      floors.push(await bareChecksPerSecond())
      for (const [index, target] of targets.entries()) {
        const { email, password } = people[index] ?? {}
        const result = await applyLoad({
          url: target.url,
          method: 'POST',
          path: '/v1/auth/signin',
          headers: { 'x-client-id': 'awan-cli', 'content-type': 'application/json' },
          body: JSON.stringify({ email, password }),
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

/** The same parameters and the same number at once as the server has under this load. */
async function bareChecksPerSecond(): Promise<number> {
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
