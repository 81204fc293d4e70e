import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { runAwan, startAwan } from '../testing/awan.ts'
import type { Backend } from '../testing/backends.ts'
import { kill } from '../testing/process.ts'

/** Somebody who backs the server up while it is in use, and is killed with it. */
export class Backups {
  readonly #backend: Backend
  readonly #folder: string
  #running: { child: ChildProcess; ended: Promise<unknown> } | undefined
  /** How many were under way when they were killed, and how many had ended before. */
  readonly counts = { killed: 0, whole: 0 }

  private constructor(backend: Backend, folder: string) {
    this.#backend = backend
    this.#folder = folder
  }

  static async create(backend: Backend): Promise<Backups> {
    const folder = await mkdtemp(join(tmpdir(), 'awan-crash-backup-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    return new Backups(backend, folder)
  }

  begin(): void {
    this.#running ??= startAwan(this.#backend, 'backup', this.#folder)
  }

  async kill(): Promise<void> {
    if (!this.#running) return
    const { child, ended } = this.#running
    this.#running = undefined
    const isOver = child.exitCode !== null
    await kill(child)
    await ended
    // One that ended by itself has nothing to complain of, however many were killed before it.
    if (isOver) expect(child.exitCode).toBe(0)
    this.counts[isOver ? 'whole' : 'killed']++
  }

  /** What the killed ones have left is gone on with, and the whole of it can be restored. */
  async check(): Promise<void> {
    const made = await runAwan(this.#backend, 'backup', this.#folder, '--json')
    expect(made, made.stderr).toMatchObject({ code: 0, json: { ok: true, lost: [] } })
    const drill = await runAwan(this.#backend, 'restore', this.#folder, '--drill', '--json')
    expect(drill, drill.stderr).toMatchObject({ code: 0, json: { ok: true, problems: 0 } })
  }
}
