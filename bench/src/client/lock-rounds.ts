import { createLock, createReentrantLock } from '@awan/client/lock'
import { createNodeRuntime } from '@awan/client/node'
import { type Figure, median } from '../measurement.ts'

const ROUNDS = 10_000

/** Runs a task while nobody else does. */
type Run = (task: () => void) => Promise<void>

/** Our locks beside the least that taking turns costs, and beside what the platform offers. */
export async function measureLockRounds(repeat: number): Promise<Figure[]> {
  const lock = createLock(createNodeRuntime())
  const reentrant = createReentrantLock(createNodeRuntime())
  const runs = {
    lock: (task) => lock.run(task),
    reentrant: (task) => reentrant.run(task),
    chain: createChain(),
    webLocks: (task) => navigator.locks.request('awan-bench', task),
  } satisfies Record<string, Run>

  const figures: Figure[] = []
  for (const [way, go] of Object.entries(WAYS)) {
    const tookMs = { lock: [], reentrant: [], chain: [], webLocks: [] } as Record<
      keyof typeof runs,
      number[]
    >
    // One round before those that count, and by turns, so that all of them meet the same machine.
    for (let round = 0; round <= repeat; round++) {
      for (const name of ['lock', 'reentrant', 'chain', 'webLocks'] as const) {
        const elapsedMs = await time(go, runs[name])
        if (round > 0) tookMs[name].push(elapsedMs)
      }
    }
    for (const name of ['lock', 'reentrant'] as const) {
      const own = { what: `${name}, ${way}`, target: 'awan', value: median(tookMs[name]) }
      for (const [what, peer] of [
        ['bare promise chain', 'chain'],
        ['Web Locks of Node', 'webLocks'],
      ] as const) {
        const floor = { what, value: median(tookMs[peer]) }
        figures.push({ ...own, unit: 'ms', floor, better: 'less' })
      }
    }
  }
  return figures
}

const WAYS: Readonly<Record<string, (run: Run, task: () => void) => Promise<void>>> = {
  '10,000 rounds in a row': async (run, task) => {
    for (let i = 0; i < ROUNDS; i++) await run(task)
  },
  '10,000 rounds at once': async (run, task) => {
    await Promise.all(Array.from({ length: ROUNDS }, () => run(task)))
  },
}

async function time(go: (run: Run, task: () => void) => Promise<void>, run: Run): Promise<number> {
  let rounds = 0
  const begun = performance.now()
  await go(run, () => {
    rounds += 1
  })
  if (rounds !== ROUNDS) throw new Error(`${rounds} rounds were run, not ${ROUNDS}`)
  return performance.now() - begun
}

/** Neither time-outs nor order that can be left, and whoever fails breaks it for all. */
function createChain(): Run {
  let last = Promise.resolve()
  return (task) => {
    last = last.then(task)
    return last
  }
}
