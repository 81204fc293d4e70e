import { existsSync } from 'node:fs'

/**
 * The memory of a program that decodes: a hundred million pixels as they unpack, and what the program
 * itself takes. Where it asks for more, it fails and nobody else does.
 */
const MAX_DATA_KIB = 1536 * 1024
/** Its own libraries, what it reads, and the pipes to us. */
const MAX_OPEN_FILES = 64
const SHELL = '/bin/sh'

/** Set in the program's own process, which then becomes the program. It writes no file, not even its core. */
const SET_LIMITS = `ulimit -c 0; ulimit -f 0; ulimit -n ${MAX_OPEN_FILES}; ulimit -d "$1" && shift`
const RUN = {
  /** A write that is refused is an error, and no reason to end: a program may only want to fill a cache. */
  directly: 'trap "" XFSZ && exec "$@"',
  /** A program that opens its output by its path cannot open the socket that we read from, but a pipe. */
  piped: '"$@" | cat',
}

/** How a program that decodes what strangers sent is started; Windows knows no such limits. */
export function limitedCommand(
  program: string,
  args: readonly string[],
  {
    maxDataKib = MAX_DATA_KIB,
    maxCpuSeconds,
    output = 'directly',
  }: {
    maxDataKib?: number | undefined
    /** For one that may be left alone: who would end it was killed. */
    maxCpuSeconds?: number | undefined
    output?: keyof typeof RUN
  } = {},
): { command: string; args: string[] } {
  if (!existsSync(SHELL)) return { command: program, args: [...args] }
  const cpu = maxCpuSeconds === undefined ? '' : ` && ulimit -t ${maxCpuSeconds}`
  const script = `${SET_LIMITS}${cpu} && ${RUN[output]}`
  return { command: SHELL, args: ['-c', script, 'sh', String(maxDataKib), program, ...args] }
}

/** It knows nothing of our settings, and lets everybody else go first. */
export const LIMITED_ENV: NodeJS.ProcessEnv = {}
export const LOW_PRIORITY = 10
