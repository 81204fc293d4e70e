import { appendFileSync } from 'node:fs'
import { mkdir, readFile, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 200
const BEAT_MS = 2000
const SILENCE_MS = 120_000

/**
 * Does the work while no other process does work under the same lock. The lock is a folder, since
 * making one either succeeds or finds it made. Its owner writes its pid into it, and those of
 * programs that it starts, since they may outlive it; it touches the folder every other second. A
 * lock whose owners are gone, or silent for long, is taken over.
 *
 * @template T
 * @param {string} folder
 * @param {(addOwner: (pid: number) => void) => Promise<T>} work
 * @param {{ onWait?: (pids: number[]) => void, silenceMs?: number }} [options]
 * @returns {Promise<T>}
 */
export async function withLock(folder, work, { onWait, silenceMs = SILENCE_MS } = {}) {
  await mkdir(dirname(folder), { recursive: true })
  let told = false
  /** @type {{ beat: number, since: number } | undefined} */
  let seen
  while (!(await make(folder))) {
    const pids = await ownersOf(folder)
    const beat = await beatOf(folder)
    // Measured by our own clock: that of another machine on a shared disk may be off.
    if (seen?.beat !== beat) seen = { beat, since: performance.now() }
    const isSilent = performance.now() - seen.since > silenceMs
    if (isSilent || (pids.length > 0 && !pids.some(isAlive))) {
      await recover(folder, pids, beat)
      continue
    }
    if (!told) onWait?.(pids)
    told = true
    await sleep(POLL_MS)
  }
  const beating = setInterval(() => {
    const now = new Date()
    // A lock that was taken from us cannot be touched any more; the work shows whether that hurt.
    utimes(folder, now, now).catch(() => {})
  }, BEAT_MS)
  beating.unref()
  try {
    const addOwner = (/** @type {number} */ pid) => appendFileSync(join(folder, 'pid'), `${pid}\n`)
    addOwner(process.pid)
    return await work(addOwner)
  } finally {
    clearInterval(beating)
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param {string} folder */
async function make(folder) {
  try {
    await mkdir(folder)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Removes a dead lock. Of several processes that want to, one may: it looks again first, so that it
 * cannot remove a lock that someone has taken in the meantime.
 *
 * @param {string} folder
 * @param {readonly number[]} pids
 * @param {number} beat
 */
async function recover(folder, pids, beat) {
  const mutex = `${folder}.recovery`
  if (!(await make(mutex))) {
    // Held for moments only; one that stays was left by a crash.
    const beforeMs = await beatOf(mutex)
    await sleep(1000)
    if (beforeMs !== 0 && (await beatOf(mutex)) === beforeMs) await rmdir(mutex).catch(() => {})
    return
  }
  try {
    if (`${await ownersOf(folder)}` === `${pids}` && (await beatOf(folder)) === beat) {
      await rm(folder, { recursive: true, force: true })
    }
  } finally {
    await rmdir(mutex)
  }
}

/** @param {string} folder */
async function ownersOf(folder) {
  const text = await readFile(join(folder, 'pid'), 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean).map(Number)
}

/** @param {string} folder */
async function beatOf(folder) {
  return stat(folder).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
