import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLock } from './lock-folder.mjs'

let folder = ''
let lock = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'awan lock '))
  lock = join(folder, 'cache/the.lock')
})

afterEach(() => rm(folder, { recursive: true }))

test('work under one lock never overlaps between processes', async () => {
  const log = join(folder, 'log')
  const program = `
    import { appendFileSync } from 'node:fs'
    import { setTimeout } from 'node:timers/promises'
    import { withLock } from ${JSON.stringify(new URL('./lock-folder.mjs', import.meta.url).href)}
    const [lock, log] = process.argv.slice(1)
    await withLock(lock, async () => {
      appendFileSync(log, 'in ' + process.pid + '\\n')
      await setTimeout(20)
      appendFileSync(log, 'out ' + process.pid + '\\n')
    })
  `
  const all = Array.from({ length: 4 }, () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, lock, log]),
  )
  await Promise.all(all)
  const lines = (await readFile(log, 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(8)
  for (let i = 0; i < lines.length; i += 2) {
    expect(lines[i + 1]).toBe(lines[i]?.replace('in', 'out'))
  }
  expect(existsSync(lock)).toBe(false)
})

test('the lock of a process that was killed is taken over', async () => {
  const dead = spawn(process.execPath, ['-e', ''])
  await once(dead, 'close')
  await mkdir(lock, { recursive: true })
  await writeFile(join(lock, 'pid'), String(dead.pid))
  expect(await withLock(lock, async () => 'done')).toBe('done')
})

test('a lock without a recent heartbeat is taken over, even if its pid is in use', async () => {
  await mkdir(lock, { recursive: true })
  await writeFile(join(lock, 'pid'), String(process.ppid))
  const waits: number[][] = []
  const onWait = (pids: number[]) => waits.push(pids)
  expect(await withLock(lock, async () => 'done', { onWait, silenceMs: 300 })).toBe('done')
  expect(waits).toEqual([[process.ppid]])
})

test('a lock is held as long as a child process of its dead owner runs', async () => {
  const orphan = spawn(process.execPath, ['-e', 'process.stdin.resume()'])
  await mkdir(lock, { recursive: true })
  await writeFile(join(lock, 'pid'), `999999999\n${orphan.pid}\n`)
  const order: string[] = []
  const onWait = () => {
    orphan.on('close', () => order.push('orphan ends'))
    orphan.stdin.end()
  }
  await withLock(lock, async () => order.push('work'), { onWait })
  expect(order).toEqual(['orphan ends', 'work'])
})

test('callers that find a dead lock at the same time take it one after the other', async () => {
  await mkdir(lock, { recursive: true })
  await writeFile(join(lock, 'pid'), '999999999')
  let inside = 0
  let most = 0
  const work = async () => {
    inside += 1
    most = Math.max(most, inside)
    await promisify(setImmediate)()
    inside -= 1
  }
  await Promise.all(Array.from({ length: 8 }, () => withLock(lock, work)))
  expect(most).toBe(1)
})

test('the lock is released when the work fails', async () => {
  const failing = withLock(lock, async () => {
    throw new Error('no network')
  })
  await expect(failing).rejects.toThrow('no network')
  expect(existsSync(lock)).toBe(false)
})
