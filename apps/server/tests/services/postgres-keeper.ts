import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findAccount, findBinaries, type ProcessAccount } from './postgres-binaries.ts'

export type KeeperReply = { url: string } | { problem: string }

/** A crash, or a stop that ends all connections and writes everything down first. */
export type RestartMode = 'immediate' | 'fast'

/** Nothing here outlives the run, so that nothing waits for a disk, unless that is to be measured. */
const CARELESS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
const FLAGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  ...(process.argv.includes('durable') ? [] : CARELESS),
  'max_connections=300',
  'shared_buffers=64MB',
  'autovacuum=off',
].flatMap((setting) => ['-c', setting])

const STOP_SIGNALS = { immediate: 'SIGQUIT', fast: 'SIGINT' } as const
const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 10_000

/**
 * Run by `startEmbeddedPostgres`. Starts a server, tells where it is, and waits for the channel to
 * its parent to close, which the system does even for a parent that was killed.
 */
const parentGone = once(process, 'disconnect')
// The parent decides when it ends; a signal to everyone is not yet that.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)

const folder = await mkdtemp(join(tmpdir(), 'awan-test-postgres-'))
let server: ChildProcess | undefined
try {
  const { url, launch } = await prepareServer()
  await launch()
  // It goes and comes back, as often as the parent asks.
  process.on('message', async (how: RestartMode) => {
    if (server !== undefined) await stopServer(server, STOP_SIGNALS[how])
    await launch()
    tell({ url })
  })
  tell({ url })
} catch (error) {
  tell({ problem: error instanceof Error ? error.message : String(error) })
}
await parentGone
if (server !== undefined) await stopServer(server)
await rm(folder, { recursive: true, force: true })

async function prepareServer(): Promise<{ url: string; launch(): Promise<void> }> {
  const account = await findAccount()
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  await giveTo(account, folder, passwordFile)
  const binaries = await findBinaries(folder, account)
  const data = join(folder, 'data')

  // The order of the server is not the order of bytes: our columns must not depend on it.
  const settings = ['--locale=C', '--locale-provider=icu', '--icu-locale=en', '--encoding=UTF8']
  const access = ['--username=awan', '--auth=password', `--pwfile=${passwordFile}`]
  const options = { ...account, cwd: folder, env: environment(), timeout: START_LIMIT_MS }
  await promisify(execFile)(
    binaries.initdb,
    ['-D', data, '--no-sync', '-c', 'scram_iterations=1', ...settings, ...access],
    options,
  )

  const port = await findFreePort()
  return {
    url: `postgresql://awan:${password}@127.0.0.1:${port}/postgres`,
    async launch() {
      server = spawn(binaries.postgres, ['-D', data, '-p', String(port), ...FLAGS], {
        ...account,
        cwd: folder,
        env: environment(),
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      await readiness(server)
    },
  }
}

async function readiness(child: ChildProcess): Promise<void> {
  let log = ''
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error(`no answer yet. ${log}`)), START_LIMIT_MS)
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    log = (log + chunk).slice(-4_000)
    if (log.includes('database system is ready to accept connections')) resolve()
  })
  child.once('error', reject)
  child.once('exit', (code) => reject(new Error(`it ended with ${code}. ${log}`)))
  try {
    await promise
  } finally {
    clearTimeout(timer)
  }
}

async function stopServer(
  child: ChildProcess,
  signal: NodeJS.Signals = STOP_SIGNALS.immediate,
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  await ended
  clearTimeout(timer)
}

async function giveTo(account: ProcessAccount, ...paths: string[]): Promise<void> {
  const { uid, gid } = account
  if (uid === undefined || gid === undefined) return
  for (const path of paths) await chown(path, uid, gid)
}

/** Its messages are read above, so that they have to be in English. */
function environment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C' }
  for (const name of Object.keys(env)) if (name.startsWith('PG')) delete env[name]
  return env
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

function tell(reply: KeeperReply): void {
  if (process.connected) process.send?.(reply)
}
