import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { openSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { cephSettings } from './s3-ceph-settings.ts'

const run = promisify(execFile)

export interface Ceph {
  /** `http://key:secret@host:port/bucket` */
  readonly url: string
  stop(): Promise<void>
}

/**
 * A one-node Ceph with its S3 gateway: one monitor, one storage daemon that keeps everything in
 * memory, one gateway, each in the foreground as a child of this process, on free loopback ports and
 * with all of their files in one temporary folder. No manager daemon: it only counts.
 */
export async function startCeph(): Promise<Ceph> {
  await sweepLeftovers()
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`))
  const daemons: ChildProcess[] = []

  // A run may end by process.exit or Ctrl-C without a tear-down.
  const onExit = () => {
    for (const daemon of daemons) daemon.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', onExit)
  const stop = async () => {
    process.off('exit', onExit)
    await Promise.all(daemons.map(kill))
    await rm(folder, { recursive: true, force: true })
  }

  try {
    const url = await bringUp(folder, daemons)
    return { url, stop }
  } catch (error) {
    const logs = await lastLogLines(folder)
    await stop()
    throw new Error(`Ceph did not start: ${error instanceof Error ? error.message : error}${logs}`)
  }
}

const FOLDER_PREFIX = 'awan-test-s3-'
const START_LIMIT_MS = 120_000

async function bringUp(folder: string, daemons: ChildProcess[]): Promise<string> {
  const signal = AbortSignal.timeout(START_LIMIT_MS)
  const [monitorPort, gatewayPort] = await freePorts()
  const fsid = randomUUID()
  const conf = join(folder, 'ceph.conf')
  const keyring = join(folder, 'keyring')
  const monmap = join(folder, 'monmap')
  for (const name of ['mon', 'osd', 'rgw']) await mkdir(join(folder, name))
  await writeFile(conf, cephSettings({ folder, fsid, monitorPort, gatewayPort }))

  const tool = (program: string, ...args: string[]) => run(program, args, { signal })
  await tool('ceph-authtool', '-C', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *')
  for (const entity of ['client.admin', 'client.rgw.a', 'osd.0']) {
    const caps = ['mon', 'osd', 'mgr'].flatMap((service) => ['--cap', service, 'allow *'])
    await tool('ceph-authtool', keyring, '--gen-key', '-n', entity, ...caps)
  }
  const address = `[v2:127.0.0.1:${monitorPort}]`
  await tool('monmaptool', '--create', '--addv', 'a', address, '--fsid', fsid, monmap)
  await tool('ceph-mon', '--mkfs', '-i', 'a', '-c', conf, '--monmap', monmap, '--keyring', keyring)

  const start = (program: string, ...args: string[]) => {
    const log = openSync(join(folder, `${program}.log`), 'a')
    // The daemons end with this process, even when it is killed.
    const daemon = spawn('setpriv', ['--pdeathsig', 'KILL', program, '-f', '-c', conf, ...args], {
      stdio: ['ignore', log, log],
    })
    daemons.push(daemon)
    return new Promise<never>((_, reject) => {
      daemon.once('error', reject)
      daemon.once('exit', (code, by) => reject(new Error(`${program} ended (${code ?? by})`)))
    })
  }
  const monitor = start('ceph-mon', '-i', 'a')
  const osd = randomUUID()
  await Promise.race([monitor, tool('ceph', '-c', conf, 'osd', 'new', osd)])
  await tool('ceph-osd', '-i', '0', '-c', conf, '--mkfs', '--osd-uuid', osd)
  const storage = start('ceph-osd', '-i', '0')
  const gateway = start('radosgw', '-n', 'client.rgw.a')
  const failed = Promise.race([monitor, storage, gateway])
  // When the cluster is stopped later, every daemon ends, and nobody waits for that any more.
  failed.catch(() => undefined)

  const origin = `http://127.0.0.1:${gatewayPort}`
  await Promise.race([failed, answers(origin, signal)])
  const key = 'awan-test'
  const secret = randomBytes(20).toString('hex')
  const user = [
    '--uid=awan',
    '--display-name=awan',
    `--access-key=${key}`,
    `--secret-key=${secret}`,
  ]
  await Promise.race([failed, tool('radosgw-admin', '-c', conf, 'user', 'create', ...user)])
  await Promise.race([failed, createBucket(origin, key, secret)])
  return `http://${key}:${secret}@127.0.0.1:${gatewayPort}/${BUCKET}`
}

const BUCKET = 'awan-test'

/** Both sockets are held until both ports are known, so that they differ. */
async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()] as const
  const ports: number[] = []
  for (const server of servers) {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', resolve)
    })
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    ports.push(address.port)
  }
  for (const server of servers) await new Promise((resolve) => server.close(resolve))
  return [ports[0] as number, ports[1] as number]
}

async function answers(origin: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    try {
      await (await fetch(origin, { signal })).arrayBuffer()
      return
    } catch {
      await wait(100, undefined, { signal })
    }
  }
}

async function createBucket(endpoint: string, key: string, secret: string): Promise<void> {
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
  client.destroy()
}

function kill(daemon: ChildProcess): Promise<void> {
  if (daemon.pid === undefined || daemon.exitCode !== null || daemon.signalCode !== null) {
    return Promise.resolve()
  }
  // Not SIGTERM: a storage daemon that ends in peace writes its memory to disk first.
  return new Promise((resolve) => {
    daemon.once('exit', () => resolve())
    daemon.kill('SIGKILL')
  })
}

async function lastLogLines(folder: string): Promise<string> {
  let text = ''
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.log')) continue
    const lines = (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n')
    text += `\n--- ${name}\n${lines.slice(-15).join('\n')}`
  }
  return text
}

/** Folders of runs that were killed. Their daemons are gone: they die with their parent. */
async function sweepLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(name)?.[1])
    if (Number.isNaN(pid) || isAlive(pid)) continue
    await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
