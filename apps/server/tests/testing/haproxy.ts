import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { createTestFolder } from '../../src/blobs/testing.ts'
import { freePort } from './process.ts'

export interface TestHaproxy {
  url: string
  /** The servers that get requests, by their place. */
  up(): Promise<number[]>
  /** Cuts all connections between it and this server. */
  cut(place: number): Promise<void>
}

/**
 * haproxy with the configuration of docs/operate/cluster.md, without TLS. Callers may tell their own addresses, so that the clients of
 * a test are not one.
 */
export async function startHaproxy(ports: readonly number[]): Promise<TestHaproxy> {
  const folder = await createTestFolder()
  const socketPath = join(folder, 'admin.sock')
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  const servers = ports.map((own, place) => `    server ${nameOf(place)} 127.0.0.1:${own}\n`)
  const documented = await readDocumented()
  const own = documented
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replace('maxconn 20000', 'maxconn 1000')
    // Tests run on machines with far too much to do: a server that works must not be taken for one that hangs.
    .replace('timeout check 700ms', 'timeout check 4s')
    .replace('/run/haproxy/admin.sock', socketPath)
    .replace(/.*X-Forwarded-For.*\n/, '')
    .replace(/( {4}server .*\n)+/, servers.join(''))
  await writeFile(file, own)
  const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  haproxy.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-4_000)
  })
  const ended = once(haproxy, 'close')
  onTestFinished(async () => {
    haproxy.kill('SIGKILL')
    await ended
  })
  const command = (line: string) => ask(socketPath, line)
  await Promise.race([
    untilAnswering(() => command('show info')),
    ended.then(() => {
      throw new Error(`haproxy does not start: ${said}`)
    }),
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    async up() {
      const lines = (await command('show stat -1 4 -1')).split('\n')
      return ports.flatMap((_, place) => {
        const line = lines.find((each) => each.startsWith(`awan,${nameOf(place)},`))
        return line?.split(',')[17]?.startsWith('UP') ? [place] : []
      })
    },
    async cut(place) {
      await command(`shutdown sessions server awan/${nameOf(place)}`)
    },
  }
}

const nameOf = (place: number) => `server${place}`

async function readDocumented(): Promise<string> {
  const page = await readFile(
    new URL('../../../../docs/operate/cluster.md', import.meta.url),
    'utf8',
  )
  const [, found] = /```haproxy\n(.*?)```/s.exec(page) ?? []
  if (found === undefined)
    throw new Error('docs/operate/cluster.md has no configuration for haproxy')
  return found
}

async function ask(path: string, line: string): Promise<string> {
  const socket = connect(path)
  socket.end(`${line}\n`)
  return text(socket)
}

async function untilAnswering(attempt: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await attempt()
      return
    } catch {
      await new Promise(setImmediate)
    }
  }
}
