import { open, readFile, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { ServiceError } from '@awan/protocol/errors'

export const LOCK = 'in-progress.json'

/**
 * One backup at a time goes to a place. The lock of a process that was killed is taken over; whether
 * one on another machine still runs, nobody here can know. It is released when the backup is complete: where
 * it is left in a folder, that is known to hold a part of one.
 */
export async function lockBackup(path: string): Promise<{ release(): Promise<void> }> {
  const own = { pid: process.pid, host: hostname() }
  for (let attempt = 0; ; attempt++) {
    try {
      await using file = await open(path, 'wx', 0o600)
      await file.writeFile(JSON.stringify(own))
      return { release: () => rm(path, { force: true }) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 1) throw error
      await refuseIfAlive(path, own)
      await rm(path, { force: true })
    }
  }
}

async function refuseIfAlive(path: string, own: { pid: number; host: string }): Promise<void> {
  // Empty when its writer was killed before it could say who it is.
  const text = await readFile(path, 'utf8').catch(() => '')
  if (text === '') return
  const { pid, host } = JSON.parse(text) as { pid: number; host: string }
  if (host === own.host && (pid === own.pid || !isAlive(pid))) return
  throw new ServiceError('failed_precondition', {
    description: `process ${pid} on ${host} is writing a backup there. If it is not, remove ${path}`,
  })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
