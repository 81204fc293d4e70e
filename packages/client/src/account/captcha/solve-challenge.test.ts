import { expect, test } from 'vitest'
import { createMemoryRuntime } from '../../runtime/memory.ts'
import { caught } from '../../testing/caught.ts'
import { solveChallenge } from './solve-challenge.ts'

// Made and solved by altcha-lib 2.8.0.
const challenge = {
  parameters: {
    algorithm: 'SHA-256',
    cost: 1,
    data: { action: 'POST:/v1/auth/signin' },
    keyLength: 32,
    keyPrefix: '000',
    nonce: '7fb7f87fef5581b5eb0aa6d367b4fc10',
    salt: '40c2a404c49e87419d2fcfb68d528133',
  },
  signature: '79177b899adc3f54699aa0fb8b936dd27ca19f9b0db183ea09d22b58d7fc56af',
}

test('solving a challenge gives the same solution as the altcha library', async () => {
  const payload = await solveChallenge(createMemoryRuntime(), challenge)
  expect(JSON.parse(atob(payload))).toEqual({
    challenge,
    solution: {
      counter: 8419,
      derivedKey: '0008a7480dec9cf630824412aae110b761f674b8b199c02118611000aa8a069e',
    },
  })
})

test('solving a challenge can be cancelled, and unknown or malformed challenges are refused', async () => {
  const runtime = createMemoryRuntime()
  const aborted = AbortSignal.abort()
  expect((await caught(solveChallenge(runtime, challenge, aborted))).error).toBe('cancelled')
  for (const parameters of [
    undefined,
    { ...challenge.parameters, algorithm: 'ARGON2ID' },
    { ...challenge.parameters, keyPrefix: '' },
    { ...challenge.parameters, salt: 'xyz' },
    { ...challenge.parameters, keyPrefix: '0'.repeat(65) },
    { ...challenge.parameters, cost: Number.POSITIVE_INFINITY },
  ]) {
    const error = await caught(solveChallenge(runtime, { parameters }))
    expect(error.error).toBe('unimplemented')
  }
})
