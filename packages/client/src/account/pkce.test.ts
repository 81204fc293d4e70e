import { expect, test } from 'vitest'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { caught } from '../testing/caught.ts'
import { createPkce } from './pkce.ts'

// RFC 7636, appendix B.
const OCTETS = [
  116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105,
  214, 191, 240, 91, 88, 5, 88, 83, 132, 141, 121,
]
const MADE = {
  code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}

test('the PKCE verifier and challenge match RFC 7636, with or without the platform’s SHA-256', async () => {
  const { sha256 } = createMemoryRuntime()
  const randomBytes = () => Uint8Array.from(OCTETS)
  expect(await createPkce({ randomBytes, sha256 })).toEqual(MADE)
  expect(await createPkce({ randomBytes, sha256: undefined })).toEqual(MADE)
})

test('every PKCE verifier is new and has 256 bits', async () => {
  const runtime = createMemoryRuntime()
  const [one, other] = await Promise.all([createPkce(runtime), createPkce(runtime)])
  expect(one.code_verifier).toMatch(/^[\w-]{43}$/)
  expect(one.code_verifier).not.toBe(other.code_verifier)
})

test('creating a PKCE pair without a valid runtime is a local error', async () => {
  for (const runtime of [undefined, null, 5, {}, { randomBytes: 'x' }]) {
    expect((await caught(createPkce(runtime as never))).error).toBe('local')
  }
})
