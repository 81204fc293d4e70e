import type { ChildProcess } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createTestFolder, createTestS3Options } from '../../src/blobs/testing.ts'
import { Road } from '../../src/db/testing-road.ts'
import { Secret } from '../../src/kernel/secret.ts'
import { type Fault, type FaultProxy, startFaultProxy } from '../faults/fault-proxy.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../services/postgres-embedded.ts'
import type { Backend } from '../testing/backends.ts'
import { startHaproxy, type TestHaproxy } from '../testing/haproxy.ts'
import { freePort, kill, launchProcess } from '../testing/process.ts'

const SKEWED_CLOCK = fileURLToPath(new URL('skewed-clock.mjs', import.meta.url))
export const PROCESSES = 3
const LOOK_MS = 50
export const PUBLIC_URL = 'https://awan.example.org'

/** Three servers behind haproxy, on one PostgreSQL and one S3, with all that can be done to them. */
export interface Cluster extends AsyncDisposable {
  url: string
  servers: readonly ClusterServer[]
  haproxy: TestHaproxy
  postgres: EmbeddedPostgres
  /** The way of all servers to PostgreSQL. */
  road: Road
  storage: FaultProxy
  /** What becomes of each request to S3. */
  chooseFault: () => Fault
  /** The rows and contents themselves, without proxies. */
  backend: Backend
  /** Until haproxy sends requests to it. */
  untilUp(server: ClusterServer): Promise<void>
}

/** With people who have been there before; `prepare` makes them, on the same rows and contents. */
export async function startCluster(
  folder: string,
  prepare: (backend: Backend) => Promise<void>,
): Promise<Cluster> {
  await using opening = new AsyncDisposableStack()
  const postgres = await startEmbeddedPostgres({ durable: true })
  opening.defer(() => postgres.stop())
  const road = await Road.to(postgres.url)
  const options = createTestS3Options()
  const faults = { choose: (): Fault => 'none' }
  const storage = opening.use(await startFaultProxy(options.endpoint ?? '', () => faults.choose()))
  const dataDir = await createTestFolder()
  const backend: Backend = {
    dataDir,
    database: { kind: 'postgres', url: new Secret(postgres.url) },
    blobs: options,
  }
  await prepare(backend)
  const seen: Backend = {
    ...backend,
    database: { kind: 'postgres', url: new Secret(road.url) },
    blobs: { ...options, endpoint: storage.url },
  }
  const ports: number[] = []
  for (let place = 0; place < PROCESSES; place++) ports.push(await freePort())
  const haproxy = await startHaproxy(ports)
  const servers = ports.map((port, place) => {
    return new ClusterServer(seen, port, join(folder, `server${place}`), {
      AWAN_PUBLIC_URL: PUBLIC_URL,
      AWAN_ENV: 'production',
      // Nobody is written to: the people are there already.
      AWAN_SMTP_URL: 'smtp://127.0.0.1:9',
      AWAN_MAIL_FROM: 'Awan <cloud@awan.example.org>',
      AWAN_WRITES_PER_MINUTE: '1000000',
      AWAN_TRUSTED_PROXIES: '127.0.0.1',
      AWAN_ACCESS_TOKEN_TTL: '60s',
    })
  })
  await Promise.all(servers.map((server) => server.start()))
  const cluster = opening.move()
  return {
    url: haproxy.url,
    servers,
    haproxy,
    postgres,
    road,
    storage,
    backend,
    get chooseFault() {
      return faults.choose
    },
    set chooseFault(choose) {
      faults.choose = choose
    },
    async untilUp(server) {
      const place = servers.indexOf(server)
      while (!(await haproxy.up()).includes(place)) await wait(LOOK_MS)
    },
    async [Symbol.asyncDispose]() {
      for (const server of servers) await server.kill()
      await cluster.disposeAsync()
    },
  }
}

/** One of the processes, as if on a machine of its own. */
export class ClusterServer {
  readonly #backend: Backend
  readonly #port: number
  readonly #folder: string
  readonly #settings: Record<string, string>
  #process: ChildProcess | undefined

  constructor(backend: Backend, port: number, folder: string, settings: Record<string, string>) {
    this.#backend = { ...backend, dataDir: folder }
    this.#port = port
    this.#folder = folder
    this.#settings = settings
  }

  get #clockFile(): string {
    return join(this.#folder, 'clock')
  }

  /** Begins only: haproxy sees when it answers. One that cannot start now is started again. */
  async start(): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    await this.skew(0)
    const child = await launchProcess(this.#backend, this.#port, {
      ...this.#settings,
      AWAN_TEST_CLOCK_FILE: this.#clockFile,
      NODE_OPTIONS: `--import ${SKEWED_CLOCK}`,
    })
    child.stdout.pipe(createWriteStream(join(this.#folder, 'log'), { flags: 'a' }))
    this.#process = child
    child.once('exit', () => {
      // As whatever watches over services does.
      if (this.#process === child) void this.start()
    })
  }

  async kill(): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (child) await kill(child)
  }

  stop(): void {
    this.#process?.kill('SIGSTOP')
  }

  continue(): void {
    this.#process?.kill('SIGCONT')
  }

  async skew(ms: number): Promise<void> {
    await writeFile(this.#clockFile, String(ms))
    this.#process?.kill('SIGUSR2')
  }
}
