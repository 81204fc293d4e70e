import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import type { ProcessMessage, ProcessTask } from './testing-process.ts'

/** A task in another process, waiting for the word to begin. */
export class TaskProcess {
  readonly messages: ProcessMessage[] = []
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>

  constructor(task: ProcessTask) {
    this.#child = fork(new URL('./testing-process.ts', import.meta.url), [JSON.stringify(task)], {
      execArgv: [],
    })
    this.#child.on('message', (message: ProcessMessage) => this.messages.push(message))
    this.#ended = once(this.#child, 'exit')
    onTestFinished(async () => {
      this.#child.kill('SIGKILL')
      await this.#ended
    })
  }

  async ready(): Promise<void> {
    await this.until(() => this.messages.includes('ready'))
  }

  go(): void {
    this.#child.send('go')
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  /** Resolves to all that it said, once it has ended. */
  async ended(): Promise<ProcessMessage[]> {
    await this.#ended
    return this.messages
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      const ended = this.#ended.then(() => 'ended')
      if ((await Promise.race([once(this.#child, 'message'), ended])) === 'ended' && !isSo()) {
        throw new Error(`The process ended early, having said ${JSON.stringify(this.messages)}`)
      }
    }
  }
}

/** Starts tasks at the same moment and waits for all of them. */
export async function runTogether(...tasks: ProcessTask[]): Promise<ProcessMessage[][]> {
  const processes = tasks.map((task) => new TaskProcess(task))
  await Promise.all(processes.map((child) => child.ready()))
  for (const child of processes) child.go()
  return Promise.all(processes.map((child) => child.ended()))
}
