import fc from 'fast-check'
import { EXTRA_FIELDS, hostileText, hostileValue } from '../hostile.ts'
import type { Ready } from './recipe.ts'
import { twistBytes, twistValue } from './twist.ts'

/** One thing that is done to a request that would have succeeded. */
interface Change {
  kind: keyof typeof kinds
  /** Which of the fields, parameters or headers there are. */
  pick: number
  value: unknown
  text: string
}

/** By degrees: so many changes, and none leaves the request as it is. */
export function spoil(ready: Ready, degree: number, seed: number): Ready {
  const some = fc.array(change, { minLength: degree, maxLength: degree })
  const [changes = []] = fc.sample(some, { seed, numRuns: 1 })
  return changes.reduce((spoilt, one) => kinds[one.kind](spoilt, one), ready)
}

const kinds = {
  field: (ready: Ready, { pick, value }: Change) => changeField(ready, pick, () => value),
  lessOne: (ready: Ready, { pick }: Change) => changeField(ready, pick, () => undefined),
  twisted: (ready: Ready, { pick, value }: Change) =>
    changeField(ready, pick, (before) => twistValue(before, pick >> 4, value)),
  oneMore: (ready: Ready, { pick, value }: Change) => {
    const name = EXTRA_FIELDS[pick % EXTRA_FIELDS.length] ?? 'x'
    return Buffer.isBuffer(ready.body)
      ? ready
      : { ...ready, body: { ...ready.body, [name]: value } }
  },
  param: (ready: Ready, { pick, text }: Change) => ({
    ...ready,
    params: changeOne(ready.params ?? {}, pick, () => text),
  }),
  query: (ready: Ready, { pick, text }: Change) => ({
    ...ready,
    query: changeOne(ready.query ?? {}, pick, () => text),
  }),
  header: (ready: Ready, { pick, text }: Change) => ({
    ...ready,
    // What else HTTP does not let through.
    headers: changeOne(ready.headers ?? {}, pick, () => text.replace(/[^\x20-\x7e]/g, '~')),
  }),
  nobody: ({ by: _, ...rest }: Ready) => rest,
  withoutSudo: (ready: Ready) =>
    ready.by ? { ...ready, by: { ...ready.by, sudoToken: '' } } : ready,
  bytes: (ready: Ready, { pick }: Change) =>
    Buffer.isBuffer(ready.body) ? { ...ready, body: twistBytes(ready.body, pick) } : ready,
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('field' as const, 'twisted' as const) },
    { weight: 2, arbitrary: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])) },
  ),
  pick: fc.nat(),
  value: hostileValue,
  text: hostileText.map((text) => (text.isWellFormed() ? text.slice(0, 3000) : '\ufffd')),
})

function changeField(ready: Ready, pick: number, toNew: (before: unknown) => unknown): Ready {
  if (ready.body === undefined || Buffer.isBuffer(ready.body)) return ready
  return { ...ready, body: changeOne(ready.body, pick, toNew) }
}

function changeOne<T>(all: Record<string, T>, pick: number, toNew: (before: T) => T) {
  const names = Object.keys(all)
  const name = names[pick % names.length]
  return name === undefined ? all : { ...all, [name]: toNew(all[name] as T) }
}
