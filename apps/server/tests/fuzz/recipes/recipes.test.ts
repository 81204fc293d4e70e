import { expect, test } from 'vitest'
import { onEachBackend } from '../../testing/backends.ts'
import { openRaw, signUpRaw, sudoRaw } from '../../testing/raw-calls.ts'
import { type Operation, readApi } from '../read-api.ts'
import { openSender } from '../send.ts'
import { neverSucceed, recipes } from './index.ts'
import { openStage } from './open-stage.ts'
import { createScene, type Somebody } from './scene.ts'
import { toSent } from './to-sent.ts'

/** These let a minute pass, which leaves a third party behind that lives by the clock of the machine. */
const LATE = ['/v1/auth/reset', '/v1/auth/two_factor/begin']

function lateOnesLast(operations: readonly Operation[]): Operation[] {
  const isLate = ({ path }: Operation) => LATE.includes(path)
  return operations.toSorted((a, b) => Number(isLate(a)) - Number(isLate(b)))
}

/** Made on the machine of the server, it needs no set-up code and becomes the administrator. */
async function makeFirstAccount(url: string): Promise<Somebody> {
  const raw = openRaw(url)
  const person = await signUpRaw(url, raw)
  const sudo = await sudoRaw(raw, person.token)
  return { ...person, sudoToken: sudo['x-sudo-token'] ?? '' }
}

onEachBackend((prepare) => {
  test('every call of the API document succeeds for its intended caller, except those listed with a reason', async () => {
    await using stage = await openStage(await prepare())
    using sender = openSender(stage.server.url, 15_000)
    let first: Somebody | undefined
    const scene = createScene({
      ...stage.parts,
      async administrator() {
        first ??= await makeFirstAccount(stage.server.url)
        return first
      },
    })
    await scene.boss()
    const operations = await readApi(stage.server.url)
    const failed: Record<string, string> = {}
    for (const operation of lateOnesLast(operations)) {
      const name = `${operation.method} ${operation.path as `/${string}`}` as const
      const recipe = recipes[name]
      try {
        if (!recipe) throw new Error('has no recipe')
        const answer = await sender.send(toSent(operation, await recipe(scene)))
        const { status, text, headers } = answer
        const isRefused = status >= 400 || headers.location?.includes('error=')
        if (isRefused) throw new Error(`${status} ${text} ${headers.location}`)
      } catch (error) {
        failed[name] = String(error)
      }
    }
    expect(failed).toEqual(neverSucceed)
    const known = operations.map(({ method, path }) => `${method} ${path}`)
    expect(Object.keys(recipes).filter((name) => !known.includes(name))).toEqual([])
  })
})
