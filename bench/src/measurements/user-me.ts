import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { signUpSomeone } from '../account.ts'
import { applyLoad, type Load } from '../load.ts'
import { type Figure, type Measurement, median } from '../measurement.ts'
import { stop } from '../server.ts'

const CONNECTIONS = 64
const SECONDS = 3

export const userMe: Measurement = {
  name: 'user-me',
  summary: 'authenticated GET /v1/user/me, compared with a bare Fastify route',
  async run(targets, repeat) {
    const people = await Promise.all(targets.map(({ url }) => signUpSomeone(url)))
    await using floor = await startFloor()
    const floors: number[] = []
    const rates = targets.map(() => [] as number[])
    const tails = targets.map(() => [] as number[])
    for (let round = 0; round < repeat; round++) {
      floors.push((await applyLoad(loadOf(floor.url, '/'))).perSecond)
      for (const [index, target] of targets.entries()) {
        const result = await applyLoad(
          loadOf(target.url, '/v1/user/me', people[index]?.accessToken),
        )
        rates[index]?.push(result.perSecond)
        tails[index]?.push(result.p99Ms)
      }
    }
    return targets.flatMap((target, index): Figure[] => [
      {
        what: 'GET /v1/user/me',
        target: target.name,
        value: median(rates[index] ?? []),
        unit: '/s',
        floor: { what: 'bare Fastify', value: median(floors) },
        better: 'more',
      },
      {
        what: 'p99 latency',
        target: target.name,
        value: median(tails[index] ?? []),
        unit: 'ms',
        better: 'less',
      },
    ])
  },
}

function loadOf(url: string, path: string, token?: string): Load {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  return {
    url,
    connections: CONNECTIONS,
    seconds: SECONDS,
    request: () => ({ method: 'GET', path, headers }),
  }
}

export async function startFloor() {
  const script = fileURLToPath(new URL('../floor-server.ts', import.meta.url))
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim(), [Symbol.asyncDispose]: () => stop(child) }
}
