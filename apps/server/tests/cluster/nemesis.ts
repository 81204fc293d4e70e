import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from '../faults/fault-proxy.ts'
import { type Chance, pick } from '../testing/chance.ts'
import type { Cluster, ClusterServer } from './cluster.ts'
import type { History } from './history.ts'

/** Longer than the lease of a task, which is the longest. */
const LONG_STOP_MS = 66_000
const MINUTE_MS = 60_000

const STORAGE_FAULTS: Fault[] = [
  'internal error',
  'slow down',
  'cut request',
  'lost answer',
  'error in a 200',
  'cut answer',
  'late',
]

type Trouble = (nemesis: Nemesis) => Promise<void>

/** Each begins something bad and ends it. */
const TROUBLES: Record<string, Trouble> = {
  async 'kill a process'({ someServer, cluster, pause }) {
    const server = someServer()
    await server.kill()
    await pause(200, 3_000)
    await server.start()
    await cluster.untilUp(server)
  },
  async 'kill two processes'({ someServer, cluster, pause }) {
    const servers = [...new Set([someServer(), someServer()])]
    await Promise.all(servers.map((server) => server.kill()))
    await pause(200, 3_000)
    await Promise.all(servers.map((server) => server.start()))
    await Promise.all(servers.map((server) => cluster.untilUp(server)))
  },
  async 'stop a process for seconds'({ someServer, pause }) {
    const server = someServer()
    server.stop()
    await pause(1_000, 15_000)
    server.continue()
  },
  async 'restart the database fast'({ cluster }) {
    await cluster.postgres.restart('fast')
  },
  async 'crash the database'({ cluster }) {
    await cluster.postgres.restart('immediate')
  },
  async 'silence the connections to the database'({ cluster, pause }) {
    cluster.road.silence()
    await pause(3_000, 8_000)
  },
  async 'cut the way to the database'({ cluster, pause }) {
    await cluster.road.close()
    await pause(100, 2_000)
    await cluster.road.open()
  },
  async 'storage fails'({ cluster, chance, pause }) {
    const often = 0.2 + chance() * 0.8
    cluster.chooseFault = () =>
      chance() < often ? (pick(chance, STORAGE_FAULTS) ?? 'none') : 'none'
    await pause(1_000, 6_000)
    cluster.chooseFault = () => 'none'
  },
  async 'storage is silent'({ cluster, pause }) {
    cluster.chooseFault = () => 'silence'
    await pause(1_000, 3_000)
    cluster.chooseFault = () => 'none'
  },
  async 'cut the connections of a process'({ cluster, chance }) {
    await cluster.haproxy.cut(Math.floor(chance() * cluster.servers.length))
  },
  async 'a clock is wrong by minutes'({ someServer, chance, pause }) {
    const server = someServer()
    const minutes = (chance() < 0.5 ? -1 : 1) * (1 + chance() * 9)
    await server.skew(Math.round(minutes * MINUTE_MS))
    await pause(3_000, 12_000)
    await server.skew(0)
  },
}

export interface NemesisParts {
  cluster: Cluster
  history: History
  chance: Chance
}

/** Makes trouble of all kinds, one after the other, in an order given by the seed. */
export class Nemesis {
  readonly cluster: Cluster
  readonly chance: Chance
  readonly counts: Record<string, number> = {}
  readonly #history: History
  /** The one that is stopped for longer than any lease: nothing else is done to it. */
  #stopped: ClusterServer | undefined

  constructor({ cluster, history, chance }: NemesisParts) {
    this.cluster = cluster
    this.#history = history
    this.chance = chance
  }

  /** In each round every trouble once, and a process stopped for longer than any lease meanwhile. */
  async round(): Promise<void> {
    const long = this.#stopForLong()
    const names = Object.keys(TROUBLES)
      .map((name) => ({ name, at: this.chance() }))
      .sort((a, b) => a.at - b.at)
    for (const { name } of names) {
      await this.#make(name, () => TROUBLES[name]?.(this))
      await this.pause(200, 1_500)
    }
    await long
  }

  readonly someServer = (): ClusterServer => {
    const free = this.cluster.servers.filter((server) => server !== this.#stopped)
    return pick(this.chance, free) as ClusterServer
  }

  readonly pause = (minMs: number, maxMs: number): Promise<void> =>
    wait(minMs + this.chance() * (maxMs - minMs))

  async #stopForLong(): Promise<void> {
    const server = this.someServer()
    this.#stopped = server
    await this.#make('stop a process for longer than any lease', async () => {
      server.stop()
      await wait(LONG_STOP_MS)
      server.continue()
    })
    this.#stopped = undefined
  }

  async #make(what: string, trouble: () => Promise<void> | undefined): Promise<void> {
    this.#history.add({ who: 'nemesis', what, begins: true })
    await trouble()
    this.#history.add({ who: 'nemesis', what, ends: true })
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }
}
