import { spawn } from 'node:child_process'
import { passSignalsTo, withOurTools } from './run.mjs'
import { keptCode } from './server-command.mjs'

/**
 * Runs a program in our place: it gets our signals, and its end is ours.
 *
 * @param {readonly string[]} commandLine
 * @returns {Promise<number>}
 */
export function handOver([program = '', ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: 'inherit',
      env: { ...keptCode, ...withOurTools(process.env) },
    })
    const release = passSignalsTo(child)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      release()
      if (signal === null) resolve(code ?? 1)
      else process.kill(process.pid, signal)
    })
  })
}
