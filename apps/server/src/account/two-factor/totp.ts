import { createHmac, timingSafeEqual } from 'node:crypto'

/** RFC 6238 as every authenticator app speaks it: SHA-1, six digits, 30 seconds. */
const STEP_MS = 30_000
/** Clocks differ, and typing takes a while: one step before and one after are good too. */
const WINDOW = [0, -1, 1] as const

export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / STEP_MS)
}

/** The step that the code belongs to. Steps up to `usedStep` are spent: a code works once. */
export function findTotpStep(
  secret: Buffer,
  code: string,
  { nowMs, usedStep }: { nowMs: number; usedStep: number | null },
): number | undefined {
  const given = Buffer.from(code)
  let found: number | undefined
  // Each step of the window is computed, so that the time says nothing about which one was near.
  for (const distance of WINDOW) {
    const step = totpStep(nowMs) + distance
    if (step < 0) continue
    const expected = Buffer.from(totpCode(secret, step))
    const isSame = given.length === expected.length && timingSafeEqual(given, expected)
    if (isSame && (usedStep === null || step > usedStep)) found ??= step
  }
  return found
}
